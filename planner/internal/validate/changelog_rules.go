package validate

import (
	"sort"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/types"
)

// columnList are the columns of DESCRIPTOR(…), nil for other expressions.
func columnList(x ast.Expr) []string {
	d, ok := x.(*ast.Call)
	if !ok || !isDescriptor(d) {
		return nil
	}
	return append([]string{}, descriptorNames(d)...)
}

// mapLiteral reads MAP['k', 'v', …] of string literals.
func mapLiteral(x ast.Expr) (entries [][2]string, ok bool) {
	m, ok := x.(*ast.MapExpr)
	if !ok {
		return nil, false
	}
	for i := 0; i+1 < len(m.Items); i += 2 {
		k, isKey := m.Items[i].(*ast.String)
		e, isValue := m.Items[i+1].(*ast.String)
		if !isKey || !isValue {
			return nil, false
		}
		entries = append(entries, [2]string{k.Value, e.Value})
	}
	return entries, true
}

const notConstantMap = "The 'op_mapping' argument must be a constant MAP literal."

// checkToChangelog is ToChangelogTypeStrategy.validateInputs, from the mapping on.
func checkToChangelog(p *changelogArgs) string {
	if p.mapped && !p.literal {
		return notConstantMap
	}
	seen := map[string]bool{}
	for _, e := range p.mapping {
		for _, name := range strings.Split(e[0], ",") {
			if why := changeOperation(strings.TrimSpace(name), seen); why != "" {
				return why
			}
		}
	}
	return ""
}

// checkFromChangelog is FromChangelogTypeStrategy.validateInputs, from the op column on.
func checkFromChangelog(p *changelogArgs) string {
	k := p.row.FieldIndex(p.opName())
	if k < 0 {
		return "The op column '" + p.opName() + "' does not exist in the input schema."
	}
	if t := p.row.Fields[k].Type; !t.IsString() {
		return "The op column '" + p.opName() + "' must be of STRING type, but was '" + t.Summary() + "'."
	}
	if p.mapped && !p.literal {
		return notConstantMap
	}
	seen := map[string]bool{}
	for _, e := range p.mapping {
		if why := changeOperation(strings.TrimSpace(e[1]), seen); why != "" {
			if strings.Contains(why, "Duplicate") {
				why += " Use comma-separated keys to map multiple codes to the same operation (e.g., MAP['c, r', 'INSERT'])."
			}
			return why
		}
	}
	if seen["UPDATE_AFTER"] && !seen["UPDATE_BEFORE"] {
		return "The 'op_mapping' must include UPDATE_BEFORE for retract mode. Upsert mode (without UPDATE_BEFORE) is not supported in this version."
	}
	return ""
}

// changeOperation says what is wrong with the name of a change operation.
func changeOperation(name string, seen map[string]bool) string {
	const invalid = "Invalid target mapping for argument 'op_mapping'. "
	switch name {
	case "INSERT", "UPDATE_BEFORE", "UPDATE_AFTER", "DELETE":
	default:
		// Flink lists them in an order that changes with the process.
		return invalid + "Unknown change operation: '" + name + "'. Valid values are: [DELETE, INSERT, UPDATE_AFTER, UPDATE_BEFORE]."
	}
	if seen[name] {
		return invalid + "Duplicate change operation: '" + name + "'."
	}
	seen[name] = true
	return ""
}

func toChangelogRow(p *changelogArgs) []types.Field {
	return append([]types.Field{{Name: p.opName(), Type: types.StringType}}, p.row.Fields...)
}

func fromChangelogRow(p *changelogArgs) []types.Field {
	var out []types.Field
	for _, f := range p.row.Fields {
		if f.Name != p.opName() {
			out = append(out, f)
		}
	}
	return out
}

// rowtime is the type of the column that on_time adds, nil without one (SystemOutputStrategy.deriveRowtimeField).
func (p *changelogArgs) rowtime() (t *types.Type, why string) {
	want := map[string]bool{}
	for _, n := range p.onTime {
		want[n] = true
	}
	found := ""
	for _, f := range p.row.Fields {
		if !want[f.Name] {
			continue
		}
		if t != nil {
			return nil, "Ambiguous time attribute found. The `on_time` argument must reference at most one column in a table argument. " +
				"Currently, the columns in `on_time` point to both '" + found + "' and '" + f.Name + "' in table argument 'input'."
		}
		t, found = f.Type, f.Name
		if !t.IsTimestamp() || t.Precision > 3 {
			return nil, "Unsupported data type for time attribute. The `on_time` argument must reference a TIMESTAMP or TIMESTAMP_LTZ column " +
				"(up to precision 3). However, column '" + f.Name + "' in table argument 'input' has data type '" + t.Summary() + "'."
		}
	}
	delete(want, found)
	if len(want) > 0 {
		var unused []string
		for n := range want {
			unused = append(unused, n)
		}
		sort.Strings(unused)
		return nil, "Invalid time attribute declaration. Each column in the `on_time` argument must reference at least one " +
			"column in one of the table arguments. Unknown references: [" + strings.Join(unused, ", ") + "]"
	}
	if t == nil {
		return nil, ""
	}
	if t.IsTimeAttribute() {
		return t.WithTime(types.Rowtime).WithNullable(false), ""
	}
	return t.WithNullable(false), ""
}

// duplicates lists the names that occur twice.
func duplicates(fields []types.Field) string {
	seen := map[string]int{}
	var out []string
	for _, f := range fields {
		seen[f.Name]++
		if seen[f.Name] == 2 {
			out = append(out, f.Name)
		}
	}
	return strings.Join(out, ", ")
}

// uniqueName numbers a name that is taken (makeFieldNamesUnique).
func uniqueName(name string, fields []types.Field) string {
	n := -1
	for _, f := range fields {
		if f.Name == name {
			n++
		}
	}
	if n < 0 {
		return name
	}
	return name + itoa(n)
}

// validUID is the pattern [a-zA-Z_][a-zA-Z-_0-9]*.
func validUID(s string) bool {
	for i, c := range s {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != ""
}
