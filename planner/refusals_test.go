package planner

import (
	"bufio"
	"context"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestRefusals holds the last statement of each script to the exceptions that Flink raised for it, outermost first. Every
// line is the smallest script for a message; more may be added.
func TestRefusals(t *testing.T) {
	for n, c := range refusals(t, "testdata/refusals.jsonl") {
		answers := Explain(context.Background(), c.SQL, Options{}).Statements
		last := answers[len(answers)-1]
		var got []string
		for _, e := range last.Errors {
			got = append(got, e.Class+": "+e.Message)
		}
		if !slices.Equal(got, c.Chain) {
			t.Errorf("line %d: %s\ngot\n%s\nFlink raised\n%s", n+1, last.SQL, strings.Join(got, "\n"), strings.Join(c.Chain, "\n"))
		}
	}
}

type recordedRefusal struct {
	SQL   string
	Chain []string
}

func refusals(t *testing.T, path string) (out []recordedRefusal) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c recordedRefusal
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	return out
}

// TestEveryMessageIsRaised finds the messages in the planner's source and looks for a recorded answer of Flink's with each,
// which other tests hold the planner to.
func TestEveryMessageIsRaised(t *testing.T) {
	recorded := recordedMessages(t)
	for _, m := range messages(t) {
		if !strings.Contains(recorded, m) {
			t.Errorf("no recorded script raises %q: add the smallest one, with Flink's answer, to testdata/refusals.jsonl", m)
		}
	}
}

// recordedMessages are the exceptions in the recorded answers.
func recordedMessages(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for _, path := range []string{"testdata/refusals.jsonl", "internal/catalog/testdata/refusals.jsonl"} {
		for _, c := range refusals(t, path) {
			b.WriteString(strings.Join(c.Chain, "\n") + "\n")
		}
	}
	var files []string
	for _, pattern := range []string{"testdata/corpus/*/*.json", "testdata/probes/*.jsonl", "internal/*/testdata/*"} {
		some, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, some...)
	}
	for _, path := range files {
		if text, err := os.ReadFile(path); err == nil {
			b.WriteString(jsonText.Replace(string(text)) + "\n")
		}
	}
	return b.String()
}

// jsonText undoes the escapes of JSON strings.
var jsonText = strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\n`, "\n", `\t`, "\t", `\u0027`, "'", `\u003c`, "<", `\u003e`, ">", `\u0026`, "&")

// raising are the functions that take a message of Flink's.
var raising = []string{"Fail", "New", "Newf", "Wrap", "InContext", "fail", "failAt", "failPlain", "failInRule", "failMatching", "plain", "refuse", "refused", "reject"}

// messages are the longest fixed parts of the messages in the planner's source.
func messages(t *testing.T) (out []string) {
	t.Helper()
	err := filepath.WalkDir("internal", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "mysqlimport") || strings.Contains(path, "simulate") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(x ast.Node) bool {
			c, ok := x.(*ast.CallExpr)
			if !ok || !slices.Contains(raising, called(c)) {
				return true
			}
			for _, a := range c.Args {
				if m := longest(a); len(m) > 12 && strings.Contains(m, " ") && !slices.Contains(out, m) {
					out = append(out, m)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

func called(c *ast.CallExpr) string {
	switch f := c.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// verbs are where a message is filled in.
var verbs = strings.NewReplacer("%s", "\x00", "%d", "\x00", "%v", "\x00", "%t", "\x00", "%q", "\x00", "%[1]s", "\x00", "%[2]s", "\x00")

func longest(x ast.Expr) (best string) {
	ast.Inspect(x, func(y ast.Node) bool {
		if l, ok := y.(*ast.BasicLit); ok && l.Kind == token.STRING {
			s, _ := strconv.Unquote(l.Value)
			for _, part := range strings.Split(verbs.Replace(s), "\x00") {
				if len(part) > len(best) {
					best = part
				}
			}
		}
		return true
	})
	return best
}
