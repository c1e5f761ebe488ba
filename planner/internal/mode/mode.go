// Package mode holds the vocabulary of changelogs: which kinds of rows a stream may carry, and how it
// tells of updates and deletes.
package mode

import "strings"

// Kinds is a set of row kinds. KeyDelete marks a delete that carries its key alone; it implies Delete.
type Kinds uint8

// The kinds of Flink's RowKind, and the key-only delete of ChangelogMode.
const (
	Insert Kinds = 1 << iota
	UpdateBefore
	UpdateAfter
	Delete
	KeyDelete
)

// The modes that Flink's ChangelogMode names.
const (
	InsertOnly = Insert
	All        = Insert | UpdateBefore | UpdateAfter | Delete
	// Upsert is ChangelogMode.upsert(false): updates without their before image, full deletes.
	Upsert = Insert | UpdateAfter | Delete
	// UpsertKeyDelete is ChangelogMode.upsert(true): deletes by key alone.
	UpsertKeyDelete = Insert | UpdateAfter | Delete | KeyDelete
)

// Has reports whether every kind of o is in k.
func (k Kinds) Has(o Kinds) bool { return k&o == o }

// InsertOnly reports whether k carries inserts and nothing else.
func (k Kinds) InsertOnly() bool { return k == Insert }

// Modify gives the modify kinds of k: an update is one thing here, however it is told.
func (k Kinds) Modify() Modify {
	var m Modify
	if k&Insert != 0 {
		m |= ModifyInsert
	}
	if k&(UpdateBefore|UpdateAfter) != 0 {
		m |= ModifyUpdate
	}
	if k&Delete != 0 {
		m |= ModifyDelete
	}
	return m
}

// String spells k as EXPLAIN CHANGELOG_MODE does: "I,UB,UA,D", with PD for a key-only delete, NONE if empty.
func (k Kinds) String() string {
	if k == 0 {
		return "NONE"
	}
	var parts [4]string
	return strings.Join(k.appendLetters(parts[:0]), ",")
}

// Letters gives the letters of k, in Flink's order.
func (k Kinds) Letters() []string { return k.appendLetters(nil) }

func (k Kinds) appendLetters(s []string) []string {
	if k&Insert != 0 {
		s = append(s, "I")
	}
	if k&UpdateBefore != 0 {
		s = append(s, "UB")
	}
	if k&UpdateAfter != 0 {
		s = append(s, "UA")
	}
	if k&KeyDelete != 0 {
		s = append(s, "PD")
	} else if k&Delete != 0 {
		s = append(s, "D")
	}
	return s
}

// Modify is Flink's ModifyKindSet.
type Modify uint8

// The members of ModifyKind.
const (
	ModifyInsert Modify = 1 << iota
	ModifyUpdate
	ModifyDelete

	ModifyNone Modify = 0
	ModifyAll         = ModifyInsert | ModifyUpdate | ModifyDelete
)

// InsertOnly reports whether m holds inserts and nothing else.
func (m Modify) InsertOnly() bool { return m == ModifyInsert }

// Has reports whether every kind of o is in m.
func (m Modify) Has(o Modify) bool { return m&o == o }

// Updating reports whether m holds updates or deletes.
func (m Modify) Updating() bool { return m&(ModifyUpdate|ModifyDelete) != 0 }

// Minus gives the kinds of m that are not in o.
func (m Modify) Minus(o Modify) Modify { return m &^ o }

// Words spells m as refusals do: "update and delete".
func (m Modify) Words() string {
	var w []string
	if m&ModifyInsert != 0 {
		w = append(w, "insert")
	}
	if m&ModifyUpdate != 0 {
		w = append(w, "update")
	}
	if m&ModifyDelete != 0 {
		w = append(w, "delete")
	}
	return strings.Join(w, " and ")
}

// UpdateKind is Flink's UpdateKind: how a stream tells of updates.
type UpdateKind uint8

// The members of UpdateKind.
const (
	NoUpdates UpdateKind = iota
	OnlyUpdateAfter
	BeforeAndAfter
)

// DeleteKind is Flink's DeleteKind: how a stream tells of deletes.
type DeleteKind uint8

// The members of DeleteKind.
const (
	NoDeletes DeleteKind = iota
	DeleteByKey
	FullDelete
)

// Of joins the three traits into the set of kinds that a node sends, as ChangelogPlanUtils does.
func Of(m Modify, u UpdateKind, d DeleteKind) Kinds {
	var k Kinds
	if m&ModifyInsert != 0 {
		k |= Insert
	}
	if m&ModifyUpdate != 0 {
		k |= UpdateAfter
		if u == BeforeAndAfter {
			k |= UpdateBefore
		}
	}
	if m&ModifyDelete != 0 {
		k |= Delete
		if d == DeleteByKey {
			k |= KeyDelete
		}
	}
	return k
}

// Traits are what the changelog inference finds of a node: the kinds that it sends, and how it tells of updates and
// deletes. Done is false before the inference.
type Traits struct {
	Modify Modify
	Update UpdateKind
	Delete DeleteKind
	Done   bool
}

// Kinds are the row kinds that the node sends.
func (t Traits) Kinds() Kinds { return Of(t.Modify, t.Update, t.Delete) }

// AppendDigest appends a spelling that is equal for equal traits.
func (t Traits) AppendDigest(b []byte) []byte {
	if !t.Done {
		return b
	}
	return append(b, '#', '0'+byte(t.Modify), '0'+byte(t.Update), '0'+byte(t.Delete))
}

// Default is ChangelogMode of m with full updates and deletes (ModifyKindSet.toDefaultChangelogMode).
func (m Modify) Default() Kinds {
	k := Of(m, BeforeAndAfter, FullDelete)
	return k
}

// UpdateOf gives the update kind of a mode (UpdateKindTrait.fromChangelogMode).
func UpdateOf(k Kinds) UpdateKind {
	switch {
	case k&UpdateBefore != 0:
		return BeforeAndAfter
	case k&UpdateAfter != 0:
		return OnlyUpdateAfter
	}
	return NoUpdates
}

// DeleteOf gives the delete kind of a mode (DeleteKindTrait.fromChangelogMode).
func DeleteOf(k Kinds) DeleteKind {
	switch {
	case k&Delete == 0:
		return NoDeletes
	case k&KeyDelete != 0:
		return DeleteByKey
	}
	return FullDelete
}
