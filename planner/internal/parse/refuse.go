package parse

import (
	"fmt"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

// refusal is Flink's answer to a text that the descent cannot read.
func (p *parser) refusal(start string, f *semanticFailure) *diag.Rejection {
	t := source.NewText(p.src)
	if f != nil {
		return diag.New(f.class, f.text, f.at).Wrap(diag.SQLParseException, f.text).
			Wrap(diag.ParserException, "SQL parse failed. "+f.text)
	}
	tok := p.tok()
	l, c := t.Position(tok.at.Start)
	m := fmt.Sprintf("Encountered \"%s\" at line %d, column %d.", p.text(tok.at), l, c)
	return diag.New(diag.ParseException, m, tok.at).Wrap(diag.SQLParseException, m).Wrap(diag.ParserException, "SQL parse failed. "+m)
}
