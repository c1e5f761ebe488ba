package web

import (
	"context"
	"html"
	"io"
	"strings"

	"github.com/a-h/templ"
)

// Rich draws our own prose: `code` is the only mark that it knows.
func Rich(text string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var b strings.Builder
		for i, part := range strings.Split(text, "`") {
			if i%2 == 1 {
				b.WriteString("<code>" + html.EscapeString(part) + "</code>")
			} else {
				b.WriteString(html.EscapeString(part))
			}
		}
		_, err := io.WriteString(w, b.String())
		return err
	})
}
