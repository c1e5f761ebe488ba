package rewrite

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// projectToWindow takes a projection with windowed aggregates apart: what they read is computed below, the windows,
// what reads them above. A literal is computed where it is used, and its presence alone makes a projection below.
//
//	SELECT id, ROW_NUMBER() OVER (PARTITION BY UPPER(name) ORDER BY v) FROM p
var projectToWindow = &rule{
	name: "ProjectToWindow", class: "ProjectToWindowRule.ProjectToLogicalProjectAndWindowRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		p := asProject(n)
		if !hasOver(p.Exprs) {
			return nil
		}
		in := n.Input()
		s := &splitter{c: c, project: n, prog: newProgram(len(in.Row.Fields), identity(in.Row), p.Exprs)}
		return s.run(in)
	},
}

// splitter is Calcite's CalcRelSplitter for the two kinds of level, projection and window.
type splitter struct {
	c       *context
	project *logical.Node
	prog    *program
	level   []int  // of each entry, -1 for inputs and literals
	window  []bool // kind of each level
	maxUse  []int  // the highest level that uses an entry
}

func (s *splitter) run(in *logical.Node) *logical.Node {
	s.chooseLevels()
	s.findUses()
	n := in
	outputs := make([]int, s.prog.inputs) // the entries that n's columns are
	for i := range outputs {
		outputs[i] = i
	}
	for level := range s.window {
		next := s.prog.projects
		last := level == len(s.window)-1
		if !last {
			next = s.outputs(level)
		}
		names := s.names(next, last)
		at := positions(outputs)
		if s.window[level] {
			n = s.windowLevel(n, level, at, next, names)
		} else {
			n = s.projectLevel(n, at, next, names)
		}
		outputs = next
	}
	return n
}

// outputs lists the entries known at the level that are used above it; literals never are.
func (s *splitter) outputs(level int) []int {
	var list []int
	for i, e := range s.prog.exprs {
		if isLiteral(e) {
			s.level[i] = -1
			continue
		}
		if s.level[i] <= level && s.maxUse[i] > level {
			list = append(list, i)
		}
	}
	return list
}

// names keeps the names of columns of the input and calls the others by position.
func (s *splitter) names(entries []int, last bool) []string {
	if last {
		return s.project.Row.Names()
	}
	row := s.project.Input().Row
	names := make([]string, len(entries))
	for i, e := range entries {
		if e < s.prog.inputs {
			name := row.Fields[e].Name
			if !strings.HasPrefix(name, "$") || strings.HasPrefix(name, "$EXPR") {
				names[i] = name
				continue
			}
		}
		names[i] = "$" + strconv.Itoa(i)
	}
	return names
}

func positions(entries []int) map[int]int {
	at := make(map[int]int, len(entries))
	for i, e := range entries {
		at[e] = i
	}
	return at
}

// projectLevel computes entries over n, whose columns are the entries of at.
func (s *splitter) projectLevel(n *logical.Node, at map[int]int, entries []int, names []string) *logical.Node {
	list := make([]expr.Expr, len(entries))
	plain := len(entries) == len(n.Row.Fields)
	for i, e := range entries {
		list[i] = s.expand(e, at)
		r, ok := list[i].(*expr.Ref)
		plain = plain && ok && r.Index == i
	}
	if plain {
		return n
	}
	if n == s.project.Input() {
		return projectAbove(n, list, names, false)
	}
	return s.c.project(n, list, names)
}

// expand spells entry e over a row whose columns are the entries of at.
func (s *splitter) expand(e int, at map[int]int) expr.Expr {
	if i, ok := at[e]; ok {
		return expr.NewRef(i, s.prog.exprs[e].Type())
	}
	return s.local(s.prog.exprs[e], at)
}

func (s *splitter) local(e expr.Expr, at map[int]int) expr.Expr {
	return expr.Map(e, func(x expr.Expr) expr.Expr {
		if r, ok := x.(*expr.Ref); ok {
			return s.expand(r.Index, at)
		}
		return x
	})
}

// windowLevel puts the windows of the level over n (LogicalWindow.create).
func (s *splitter) windowLevel(n *logical.Node, level int, at map[int]int, entries []int, names []string) *logical.Node {
	op := &logical.Over{}
	var keys []string
	var members [][]int
	for i := s.prog.inputs; i < len(s.prog.exprs); i++ {
		o, ok := s.prog.exprs[i].(*expr.Over)
		if !ok || s.level[i] != level {
			continue
		}
		g, call := s.group(s.local(o, at).(*expr.Over))
		key := groupKey(&g)
		k := indexOf(keys, key)
		if k < 0 {
			k = len(keys)
			keys, members = append(keys, key), append(members, nil)
			op.Groups = append(op.Groups, g)
		}
		op.Groups[k].Calls = append(op.Groups[k].Calls, call)
		members[k] = append(members[k], i)
	}
	fields := append([]types.Field(nil), n.Row.Fields...)
	for g := range op.Groups {
		for k := range op.Groups[g].Calls {
			call := &op.Groups[g].Calls[k]
			call.Name = "w" + strconv.Itoa(g) + "$o" + strconv.Itoa(k) // which may be that of another column
			at[members[g][k]] = len(fields)
			fields = append(fields, types.Field{Name: call.Name, Type: call.Type})
		}
	}
	win := node(op, types.RowType(fields...), s.project.Span, n)
	list := make([]expr.Expr, len(entries))
	for i, e := range entries {
		list[i] = s.expand(e, at)
	}
	return s.c.project(win, list, names)
}

// group gives the window and the call of o; constant partition and order keys do not count.
func (s *splitter) group(o *expr.Over) (logical.OverGroup, logical.OverCall) {
	g := logical.OverGroup{Frame: o.Frame}
	var set = map[int]bool{}
	for _, e := range o.Partition {
		if r, ok := e.(*expr.Ref); ok {
			set[r.Index] = true
		}
	}
	for i := 0; len(set) > 0; i++ {
		if set[i] {
			g.Partition = append(g.Partition, i)
			delete(set, i)
		}
	}
	for _, k := range o.Order {
		if r, ok := k.Expr.(*expr.Ref); ok {
			g.Order = append(g.Order, logical.SortField{Column: r.Index, Descending: k.Descending, NullsFirst: k.NullsFirst})
		}
	}
	call := logical.OverCall{Op: o.Op, Args: o.Args, Distinct: o.Distinct, IgnoreNulls: o.IgnoreNulls, Type: o.Type()}
	return g, call
}

func groupKey(g *logical.OverGroup) string {
	var b strings.Builder
	for _, p := range g.Partition {
		b.WriteString(strconv.Itoa(p))
		b.WriteByte(',')
	}
	b.WriteByte('|')
	for _, f := range g.Order {
		b.WriteString(strconv.Itoa(f.Column))
		if f.Descending {
			b.WriteByte('d')
		}
		if f.NullsFirst {
			b.WriteByte('n')
		}
		b.WriteByte(',')
	}
	if g.Frame.Rows {
		b.WriteByte('r')
	}
	for _, e := range []expr.Bound{g.Frame.Lower, g.Frame.Upper} {
		b.WriteString(strconv.Itoa(int(e.Kind)))
		if e.Offset != nil {
			b.WriteString(e.Offset.Digest())
		}
		b.WriteByte(';')
	}
	return b.String()
}

func indexOf(list []string, s string) int {
	for i, x := range list {
		if x == s {
			return i
		}
	}
	return -1
}
