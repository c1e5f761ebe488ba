// Package static holds the files that pages load, each under a name with its hash.
package static

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

//go:embed *.css *.js *.svg
var files embed.FS

var (
	pathOf = map[string]string{} // app.css -> /static/app.1a2b3c4d.css
	nameOf = map[string]string{} // app.1a2b3c4d.css -> app.css
)

func init() {
	entries, _ := fs.ReadDir(files, ".")
	for _, e := range entries {
		b, _ := files.ReadFile(e.Name())
		sum := sha256.Sum256(b)
		ext := path.Ext(e.Name())
		hashed := strings.TrimSuffix(e.Name(), ext) + "." + hex.EncodeToString(sum[:4]) + ext
		pathOf[e.Name()] = "/static/" + hashed
		nameOf[hashed] = e.Name()
	}
}

// Path is where a file is served, under a name that changes with its content.
func Path(name string) string { return pathOf[name] }

// Read is a file's content.
func Read(name string) []byte {
	b, _ := files.ReadFile(name)
	return b
}

// Handler serves the files below /static/.
func Handler() http.Handler {
	types := map[string]string{
		".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, ok := nameOf[strings.TrimPrefix(r.URL.Path, "/static/")]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", types[path.Ext(name)])
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		w.Write(Read(name))
	})
}
