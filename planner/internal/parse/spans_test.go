package parse

import (
	"reflect"
	"strings"
	"testing"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/source"
)

// checkSpans fails if a node's span is not within its parent's and the text, or if an identifier's does not hold its name.
func checkSpans(t testing.TB, sql string, n ast.Node) {
	t.Helper()
	whole := source.Span{End: len(sql)}
	walk(reflect.ValueOf(n), whole, func(n ast.Node, parent source.Span) {
		s := n.Span()
		if s.IsZero() {
			return // made up by the grammar, not written
		}
		if s.Start > s.End || !parent.Contains(s) || !whole.Contains(s) {
			t.Fatalf("%q\n\t%T %v is not within %v", sql, n, s, parent)
		}
		if name, ok := n.(ast.Name); ok && !name.Quoted && name.Text != "MINUS_DATE" && sql[s.Start:s.End] != name.Text &&
			!strings.EqualFold(sql[s.Start:s.End], name.Text) {
			t.Fatalf("%q\n\tname %q has the span of %q", sql, name.Text, sql[s.Start:s.End])
		}
	})
}

var nodeType = reflect.TypeFor[ast.Node]()

// walk calls f for each node below v with the span of the node around it.
func walk(v reflect.Value, parent source.Span, f func(ast.Node, source.Span)) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			walk(v.Elem(), parent, f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), parent, f)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[ast.Base]() || v.Type() == reflect.TypeFor[source.Span]() {
			return
		}
		if v.Type().Implements(nodeType) {
			n := v.Interface().(ast.Node)
			f(n, parent)
			if s := n.Span(); !s.IsZero() {
				parent = s
			}
		}
		if c, ok := v.Interface().(ast.Constraint); ok && !c.Table {
			return // its column is the one it stands on
		}
		for i := range v.NumField() {
			walk(v.Field(i), parent, f)
		}
	}
}
