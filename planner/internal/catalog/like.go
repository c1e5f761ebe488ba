package catalog

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// rules are the merging strategies of LIKE by feature (MergeTableLikeUtil.computeMergingStrategies). A plain CREATE TABLE
// has none.
type rules map[string]string

// The strategies, and the features that they are for.
const (
	including   = "INCLUDING"
	excluding   = "EXCLUDING"
	overwriting = "OVERWRITING"
)

var likeFeatures = [...]string{"CONSTRAINTS", "DISTRIBUTION", "GENERATED", "METADATA", "OPTIONS", "PARTITIONS", "WATERMARKS"}

// checkLike is SqlTableLike.validate.
func checkLike(l *ast.LikeTable) {
	seen := map[string]bool{}
	for i := range l.Options {
		if seen[l.Options[i].Feature] {
			diag.Fail(diag.ValidateException, l.Span(), "Each like option feature can be declared only once.")
		}
		seen[l.Options[i].Feature] = true
	}
	for i := range l.Options {
		o := &l.Options[i]
		if o.Strategy != overwriting {
			continue
		}
		switch o.Feature {
		case "ALL", "PARTITIONS", "CONSTRAINTS", "DISTRIBUTION":
			diag.Fail(diag.ValidateException, l.Span(), "Illegal merging strategy '%s' for '%s' option.", o.Strategy, o.Feature)
		}
	}
}

func mergeRules(options []ast.LikeOption) rules {
	out := rules{}
	for _, f := range likeFeatures {
		out[f] = including
	}
	out["OPTIONS"] = overwriting
	for i := range options {
		if options[i].Feature == "ALL" {
			for _, f := range likeFeatures {
				out[f] = options[i].Strategy
			}
			break
		}
	}
	for i := range options {
		out[options[i].Feature] = options[i].Strategy
	}
	return out
}

// likeBase is SqlCreateTableLikeConverter.lookupLikeSourceTable.
func (s *Session) likeBase(c *ast.CreateTable, text *source.Text) *Table {
	name := c.Like.Table
	id := s.mustQualify(name)
	base := s.Table(id)
	if base == nil {
		diag.Fail(diag.Validation, name.Span(), "Source table '%s' of the LIKE clause not found in the catalog, at %s", id.Quoted(), diag.AtLine(text, name.Span()))
	}
	if base.View != nil || base.Materialized {
		diag.Fail(diag.Validation, name.Span(), "Source table '%s' of the LIKE clause can not be a VIEW, at %s", id.Quoted(), diag.AtLine(text, name.Span()))
	}
	return base
}

func (m rules) partitions(base, own []string) []string {
	if len(own) > 0 {
		if len(base) > 0 && m["PARTITIONS"] != excluding {
			diag.Fail(diag.Validation, source.Span{}, "The base table already has partitions defined. You might want to specify EXCLUDING PARTITIONS.")
		}
		return own
	}
	return base
}

func (m rules) distribution(base, own *Distribution) *Distribution {
	if own != nil {
		if base != nil && m["DISTRIBUTION"] != excluding {
			diag.Fail(diag.Validation, source.Span{}, "The base table already has a distribution defined. You might want to specify EXCLUDING DISTRIBUTION.")
		}
		return own
	}
	return base
}

func (m rules) options(base map[string]string, own []ast.Option) map[string]string {
	out := make(map[string]string, len(base)+len(own))
	if m["OPTIONS"] != excluding {
		for k, v := range base {
			out[k] = v
		}
	}
	given := optionMap(own)
	for i := range own {
		k := own[i].Key.Value
		if old, ok := out[k]; ok && m["OPTIONS"] != overwriting {
			diag.Fail(diag.Validation, own[i].Span(), "There already exists an option ['%s' -> '%s']  in the base table. You might want to specify EXCLUDING OPTIONS or OVERWRITING OPTIONS.", k, old)
		}
		out[k] = given[k]
		if m["OPTIONS"] != overwriting {
			delete(given, k)
		}
	}
	return out
}

// merge is MergeTableLikeUtil.mergeTables.
func (b *schema) merge(m rules, base *Table, written *ast.Schema, key *ast.Constraint) {
	for _, c := range base.Columns {
		switch {
		case c.Kind == Physical:
			c.Type = c.Type.WithTime(types.NotTime) // the stored schema has no time attributes
			b.physical = append(b.physical, c)
			b.put(c)
		case c.Kind == Computed && m["GENERATED"] != excluding, c.Kind == Metadata && m["METADATA"] != excluding:
			if c.Kind == Metadata {
				c.Type = c.Type.WithTime(types.NotTime)
			}
			b.put(c)
		}
	}
	if base.Watermark != nil && m["WATERMARKS"] != excluding {
		b.watermark = append(b.watermark, *base.Watermark)
	}
	if base.PrimaryKey != nil && m["CONSTRAINTS"] == including {
		b.key = base.PrimaryKey
	}
	b.appendColumns(m, written.Columns, key)
	if w := written.Watermark; w != nil {
		name := w.Column.Texts()
		if m["WATERMARKS"] != overwriting && len(b.watermark) > 0 && b.watermark[0].Column == dotted(name) {
			diag.Fail(diag.Validation, w.Column.Span(), "There already exists a watermark spec for column '%s' in the base table. You might want to specify EXCLUDING WATERMARKS or OVERWRITING WATERMARKS.", dotted(name))
		}
		b.addWatermark(w, b.all())
	}
	if key != nil && b.key != nil {
		diag.Fail(diag.Validation, key.Span(), "The base table already has a primary key. You might want to specify EXCLUDING CONSTRAINTS.")
	}
	b.setKey(key)
}

// appendColumns is MergeTableLikeUtil.SchemaBuilder.appendDerivedColumns.
func (b *schema) appendColumns(m rules, written []ast.Column, key *ast.Constraint) {
	cols := make([]Column, len(written))
	for i := range written {
		if w := &written[i]; w.Expr == nil && !w.Metadata {
			if b.at(w.Name.Simple()) >= 0 {
				diag.Fail(diag.Validation, w.Name.Span(), "A column named '%s' already exists in the base table.", w.Name.Simple())
			}
			cols[i] = b.column(w)
			notNull(cols[i:i+1], key)
			if named(b.physical, cols[i].Name) != nil {
				diag.Fail(diag.Validation, w.Name.Span(), "A regular Column named '%s' already exists in the table.", cols[i].Name)
			}
			b.physical = append(b.physical, cols[i])
		}
	}
	for i := range written {
		switch w := &written[i]; {
		case w.Expr != nil:
			b.checkGenerated(m, w, "compute", "generated", "GENERATED", Computed)
			cols[i] = b.column(w)
			cols[i].Type = b.typeOf(w.Expr, b.text, append(b.physical[:len(b.physical):len(b.physical)], b.metadata...))
			b.computed = append(b.computed, cols[i])
		case w.Metadata:
			b.checkGenerated(m, w, "metadata", "metadata", "METADATA", Metadata)
			cols[i] = b.column(w)
			b.metadata = append(b.metadata, cols[i])
		}
		b.put(cols[i])
	}
}

// checkGenerated refuses a computed or metadata column whose name is taken.
func (b *schema) checkGenerated(m rules, w *ast.Column, kind, word, feature string, k ColumnKind) {
	name, at := w.Name.Simple(), w.Name.Span()
	if named(b.physical, name) != nil {
		diag.Fail(diag.Validation, at, "A column named '%s' already exists in the table. Duplicate columns exist in the %s column and regular column. ", name, kind)
	}
	i := b.at(name)
	if i < 0 {
		return
	}
	if b.columns[i].Kind != k {
		what := "Computed columns can only overwrite other computed columns."
		if k == Metadata {
			what = "Metadata columns can only overwrite other metadata columns."
		}
		diag.Fail(diag.Validation, at, "A column named '%s' already exists in the base table. %s", name, what)
	}
	if m[feature] != overwriting {
		diag.Fail(diag.Validation, at, "A %s column named '%s' already exists in the base table. You might want to specify EXCLUDING %s or OVERWRITING %s.",
			word, name, feature, feature)
	}
}

// checkOverwrite is SchemaBuilderUtil.validateImplicitCastCompatibility: a written column over one of the query's.
func checkOverwrite(from, to Column, position int) {
	const frame = "A column named '%s' already exists in the source schema. %s"
	switch {
	case to.Kind == Computed:
		diag.Fail(diag.Validation, to.Span, frame, to.Name, "Computed columns cannot overwrite columns from source.")
	case to.Kind == Metadata && to.Virtual:
		diag.Fail(diag.Validation, to.Span, frame, to.Name, "Virtual metadata columns cannot overwrite columns from source.")
	case !types.SupportsImplicitCast(from.Type, to.Type):
		diag.Fail(diag.Validation, to.Span, "Incompatible types for sink column '%s' at position %d. The source column has type '%s', while the target column has type '%s'.",
			to.Name, position+1, from.Type.Summary(), to.Type.Summary())
	}
}
