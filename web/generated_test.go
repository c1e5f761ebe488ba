package web

import (
	"bytes"
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"github.com/a-h/templ/generator"
	"github.com/a-h/templ/parser/v2"
)

// The committed Go files are what the generator makes of the components.
func TestGeneratedFilesAreCurrent(t *testing.T) {
	files, err := filepath.Glob("*.templ")
	if err != nil || len(files) == 0 {
		t.Fatal("no components", err)
	}
	want := map[string]bool{}
	for _, f := range files {
		tree, err := parser.Parse(f)
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		var buf bytes.Buffer
		if _, err := generator.Generate(tree, &buf, generator.WithVersion(templ.Version()), generator.WithFileName(f)); err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		code, err := format.Source(buf.Bytes())
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		name := strings.TrimSuffix(f, ".templ") + "_templ.go"
		want[name] = true
		have, err := os.ReadFile(name)
		if err != nil || !bytes.Equal(have, code) {
			t.Errorf("%s is not what %s generates: go generate ./web", name, f)
		}
	}
	made, _ := filepath.Glob("*_templ.go")
	for _, m := range made {
		if !want[m] {
			t.Errorf("%s has no component any more", m)
		}
	}
}
