package editor

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowkind/planner"
	"rowkind/static"
)

var update = flag.Bool("update", false, "rewrite src/keywords.json from the parser's list")

// The editor colours the words that the parser knows.
func TestKeywordsAreTheParsers(t *testing.T) {
	words := map[string][]string{}
	for _, w := range planner.Keywords() {
		kind := "other"
		if planner.ReservedWord(w) {
			kind = "reserved"
		}
		words[kind] = append(words[kind], w)
	}
	b, err := json.Marshal(words)
	if err != nil {
		t.Fatal(err)
	}
	b = append(bytes.ReplaceAll(b, []byte(`","`), []byte("\",\n\"")), '\n')
	if *update {
		if err := os.WriteFile("src/keywords.json", b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile("src/keywords.json")
	if err != nil || !bytes.Equal(have, b) {
		t.Error("src/keywords.json is not the parser's list: go test ./web/editor -update, then npm run build")
	}
}

// The committed bundle is built from the committed sources.
func TestBundleIsBuiltFromTheSources(t *testing.T) {
	files := []string{"package-lock.json", "build.mjs"}
	src, err := filepath.Glob("src/*")
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, src...)
	sum := sha256.New()
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		sum.Write([]byte(f + "\x00"))
		sum.Write(b)
		sum.Write([]byte{0})
	}
	bundle := static.Read("editor.js")
	if want := hex.EncodeToString(sum.Sum(nil)); !strings.HasPrefix(string(bundle), "/* built from "+want) {
		t.Error("static/editor.js was built from other sources: npm ci && npm run build, in web/editor")
	}
	var buf bytes.Buffer
	w, _ := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	w.Write(bundle)
	w.Close()
	if buf.Len() > 150<<10 {
		t.Errorf("the bundle is %d KB gzipped, over 150", buf.Len()>>10)
	}
}
