package server

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-chi/chi/v5"

	"rowkind/planner"
)

var update = flag.Bool("update", false, "rewrite the schemas in openapi.yaml from the types")

const generatedMark = "    # Below: written from the types of package planner by go test ./server -run OpenAPI -update.\n"

func loadOpenAPI(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(context.Background()); err != nil {
		t.Fatal(err)
	}
	return doc
}

// The schemas of a result are those of its Go type.
func TestOpenAPISchemasAreTheTypes(t *testing.T) {
	b, err := os.ReadFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	head, have, _ := bytes.Cut(b, []byte(generatedMark))
	want := schemas(reflect.TypeFor[planner.Result]())
	if *update {
		b = append(append(bytes.Clone(head), generatedMark...), want...)
		if err := os.WriteFile("openapi.yaml", b, 0o644); err != nil {
			t.Fatal(err)
		}
		have = []byte(want)
	}
	if string(have) != want {
		t.Error("the schemas of openapi.yaml are not those of planner.Result: go test ./server -run OpenAPI -update")
	}
	loadOpenAPI(t)
}

// Every path of the API is described, and nothing else is.
func TestOpenAPIPathsAreTheRoutes(t *testing.T) {
	doc := loadOpenAPI(t)
	var described, routed []string
	for path, item := range doc.Paths.Map() {
		for method := range item.Operations() {
			described = append(described, method+" "+path)
		}
	}
	srv := newTestServer(t)
	err := chi.Walk(srv.routes().(chi.Routes), func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		if strings.HasPrefix(route, "/api/") && method != http.MethodOptions && !strings.HasSuffix(route, "openapi.yaml") {
			routed = append(routed, method+" "+route)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(described)
	slices.Sort(routed)
	if !slices.Equal(described, routed) {
		t.Errorf("described %v\nrouted    %v", described, routed)
	}
}

var enums = map[string][]string{
	"Verdict":     {string(planner.Planned), string(planner.Rejected), string(planner.NotModelled), string(planner.Done)},
	"StateClass":  {string(planner.StateNone), string(planner.StateLow), string(planner.StateMedium), string(planner.StateHigh)},
	"ProblemKind": {string(planner.TooLarge), string(planner.TooManyStatements), string(planner.TooDeep), string(planner.TookTooLong), string(planner.AnswerTooLarge), string(planner.Bug)},
}

// schemas writes the component schemas of a type and of all that it holds.
func schemas(root reflect.Type) string {
	var b strings.Builder
	seen := map[reflect.Type]bool{root: true}
	queue := []reflect.Type{root}
	for len(queue) > 0 {
		t := queue[0]
		queue = queue[1:]
		name := t.Name()
		if values := enums[name]; values != nil {
			fmt.Fprintf(&b, "    %s: {type: string, enum: [%s]}\n", name, strings.Join(values, ", "))
			continue
		}
		fmt.Fprintf(&b, "    %s:\n      type: object\n      additionalProperties: false\n", name)
		var required []string
		var props strings.Builder
		var fields func(t reflect.Type)
		fields = func(t reflect.Type) {
			for i := range t.NumField() {
				f := t.Field(i)
				if f.Anonymous {
					fields(f.Type)
					continue
				}
				tag, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
				if tag == "-" || !f.IsExported() {
					continue
				}
				if !strings.Contains(opts, "omitempty") {
					required = append(required, tag)
				}
				fmt.Fprintf(&props, "        %s: %s\n", tag, schema(f.Type, func(t reflect.Type) {
					if !seen[t] {
						seen[t] = true
						queue = append(queue, t)
					}
				}))
			}
		}
		fields(t)
		if len(required) > 0 {
			fmt.Fprintf(&b, "      required: [%s]\n", strings.Join(required, ", "))
		}
		b.WriteString("      properties:\n" + props.String())
	}
	return b.String()
}

func schema(t reflect.Type, refer func(reflect.Type)) string {
	switch t.Kind() {
	case reflect.Pointer:
		return schema(t.Elem(), refer)
	case reflect.Slice:
		return "{type: array, items: " + schema(t.Elem(), refer) + "}"
	case reflect.Bool:
		return "{type: boolean}"
	case reflect.Int, reflect.Int64:
		return "{type: integer}"
	case reflect.String:
		if enums[t.Name()] == nil {
			return "{type: string}"
		}
	case reflect.Struct:
	default:
		panic("no schema for " + t.String())
	}
	refer(t)
	return `{$ref: "#/components/schemas/` + t.Name() + `"}`
}
