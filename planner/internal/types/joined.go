package types

import "strconv"

// nameSet holds the names of a row's fields. The rows of a chain of joins share them: the last one adds its own to those of
// the row before, so that a chain costs what its names are, and not what all its rows are.
type nameSet struct {
	taken map[string]bool
	next  map[string]int // below it, every number of a name is taken: a name said n times costs n
}

// add gives the name, or the name with the smallest number that makes it new.
func (n *nameSet) add(name string) string {
	distinct := name
	for n.taken[distinct] {
		if n.next == nil {
			n.next = map[string]int{}
		}
		distinct = name + strconv.Itoa(n.next[name])
		n.next[name]++
	}
	n.taken[distinct] = true
	return distinct
}

// JoinedRow is the row of a join: left, then right, names made distinct from all before them, nullable where a side may
// be missing (SqlValidatorUtil.deriveJoinRowType with uniquify and EXPR_SUGGESTER).
func JoinedRow(left, right *Type, leftNull, rightNull bool) *Type {
	t := BothRows(left, right, leftNull, rightNull)
	t.names = left.names
	of := t.Fields[len(left.Fields):]
	if t.names == nil || len(t.names.taken) != len(left.Fields) {
		t.names, of = &nameSet{taken: make(map[string]bool, 2*len(t.Fields))}, t.Fields
	}
	for i := range of {
		of[i].Name = t.names.add(of[i].Name)
	}
	return t
}

// BothRows is the row that a query names in a join: left, then right, as they are called.
func BothRows(left, right *Type, leftNull, rightNull bool) *Type {
	fields := append(append(make([]Field, 0, len(left.Fields)+len(right.Fields)), left.Fields...), right.Fields...)
	for i, f := range fields {
		if i < len(left.Fields) && leftNull || i >= len(left.Fields) && rightNull {
			fields[i].Type = f.Type.WithNullable(true)
		}
	}
	return &Type{Kind: Row, Fields: fields}
}
