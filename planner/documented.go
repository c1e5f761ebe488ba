package planner

import (
	"fmt"
	"slices"
	"strings"

	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/changelog"
	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
)

// documented says once of a table that its answer follows documents: no release of its connector, or of its format, could
// be asked.
func (a *Answer) documented(t *catalog.Table) {
	what := "`" + t.Options["connector"] + "`"
	for _, key := range []string{"format", "value.format", "key.format"} {
		if f := t.Options[key]; f != "" {
			what += " with `" + f + "`"
			break
		}
	}
	text := fmt.Sprintf("No release of %s for Flink %s could be asked: what is said of `%s` follows its documentation.", what, FlinkVersion, t.ID.Name)
	if !slices.Contains(a.Documented, text) {
		a.Documented = append(a.Documented, text)
	}
}

func (a *Answer) documentedSource(s *connector.Source, t *catalog.Table) {
	if s != nil && s.Documented {
		a.documented(t)
	}
}

// documentedIn marks the answer by the tables that the logical trees read and write.
func (a *Answer) documentedIn(roots []*logical.Node) {
	for _, root := range roots {
		for n := range rel.All(root) {
			switch o := n.Op.(type) {
			case *logical.Scan:
				a.documentedSource(o.Source, o.Table)
			case *logical.Sink:
				if o.Sink != nil && o.Sink.Documented && o.Table != nil {
					a.documented(o.Table)
				}
			}
		}
	}
}

// documentedBy marks the answer by the tables of the plan, those of sub-queries among them.
func (a *Answer) documentedBy(p *changelog.Plan) {
	for _, root := range p.Exec {
		for n := range rel.All(root) {
			switch o := n.Op.(type) {
			case *physical.TableSourceScan:
				a.documentedSource(o.Source, o.Table)
			case *physical.LookupJoin:
				a.documentedSource(o.Source, o.Table)
			}
		}
	}
}

// documentedRefusal marks a refusal by a connector that has no release, or of a table with one.
func (a *Answer) documentedRefusal(r *diag.Rejection, s *catalog.Session) {
	for _, l := range r.Chain {
		for _, quoted := range strings.Split(l.Message, "'") {
			if path := strings.Split(quoted, "."); len(path) == 3 {
				if t := s.Find(path); t != nil && connector.Unreleased(t.Options["connector"]) {
					a.documented(t)
				}
			}
		}
		_, rest, found := strings.Cut(l.Message, "'connector'='")
		if id, _, _ := strings.Cut(rest, "'"); found && connector.Unreleased(id) && len(a.Documented) == 0 {
			a.Documented = append(a.Documented, fmt.Sprintf("No release of `%s` for Flink %s could be asked: this refusal follows its documentation.", id, FlinkVersion))
		}
	}
}
