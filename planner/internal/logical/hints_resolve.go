package logical

import (
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/source"
)

// ResolveHints matches the query hints of a statement's trees with the inputs that they name, and takes the ALIAS hints away
// (QueryHintsResolver, ClearQueryBlockAliasResolver). It refuses names that are no input's.
func ResolveHints(roots []*Node) (out []*Node, err error) {
	defer diag.Catch(&err)
	any := false
	for _, r := range roots {
		for n := range rel.All(r) {
			for _, h := range hintsOf(n.Op) {
				any = any || isQueryHint(h.Name) || h.Name == "ALIAS"
			}
		}
	}
	if !any {
		return roots, nil
	}
	r := &hintResolver{options: map[string]*hintNames{}}
	for _, root := range roots {
		out = append(out, r.visit(root))
	}
	r.validate()
	for i := range out {
		out[i] = rel.Rewrite(out[i], clearAlias)
	}
	return out, nil
}

// hintNames are the names that the hints of one kind mention, and whether they have been found.
type hintNames struct {
	order []string
	found map[string]bool
}

type hintResolver struct {
	options map[string]*hintNames
	kinds   []string
}

func (r *hintResolver) note(h *Hint, names ...string) *hintNames {
	o := r.options[h.Name]
	if o == nil {
		o = &hintNames{found: map[string]bool{}}
		r.options[h.Name] = o
		r.kinds = append(r.kinds, h.Name)
	}
	for _, n := range names {
		if _, known := o.found[n]; !known {
			o.found[n] = false
			o.order = append(o.order, n)
		}
	}
	return o
}

func (o *hintNames) met(table string) {
	if table == "" {
		return
	}
	for n := range o.found {
		if matchesName(n, table) {
			o.found[n] = true
		}
	}
}

func (r *hintResolver) visit(n *Node) *Node {
	hints := hintsOf(n.Op)
	now := hints
	query := false
	for _, h := range hints {
		query = query || isQueryHint(h.Name)
	}
	if query && (isJoinOrCorrelate(n.Op) || isAggregate(n.Op)) {
		left := relationName(n.Inputs[0])
		right := ""
		if len(n.Inputs) > 1 {
			right = relationName(n.Inputs[1])
		}
		now = nil
		for i := range hints {
			now = append(now, r.resolve(hints[i], left, right, len(n.Inputs) > 1)...)
		}
		now = mergeHints(now)
	}
	in := make([]*Node, len(n.Inputs))
	for i, c := range n.Inputs {
		in[i] = r.visit(c)
	}
	n = n.WithInputs(in...)
	if query {
		n = withHints(n, now)
	}
	return n
}

// resolve gives what a hint means for the inputs of these names, nothing if it names none of them.
func (r *hintResolver) resolve(h Hint, left, right string, two bool) []Hint {
	switch {
	case h.Name == "LOOKUP":
		table, _ := h.option("table")
		o := r.note(&h, table)
		if right != "" && matchesName(table, right) {
			o.met(right)
			h.Inherit = nil
			return []Hint{h}
		}
		return nil
	case h.Name == "STATE_TTL":
		return r.stateTTL(h, left, right, two)
	case isQueryHint(h.Name):
		o := r.note(&h, h.List...)
		o.met(left)
		o.met(right)
		var first []Hint // of several sides, the one that is named first
		for _, n := range h.List {
			l, rt := left != "" && matchesName(n, left), right != "" && matchesName(n, right)
			switch {
			case l && rt:
				r.ambiguous(n, "join hint: "+h.Name, left, right)
			case l && first == nil:
				first = []Hint{{Name: h.Name, List: []string{"LEFT"}}}
			case rt && first == nil:
				first = []Hint{{Name: h.Name, List: []string{"RIGHT"}}}
			}
		}
		return first
	}
	return []Hint{h}
}

func (r *hintResolver) ambiguous(option, hint, left, right string) {
	diag.Fail(diag.Validation, source.Span{}, "Ambitious option: %s in %s, the input relations are: Optional[%s], Optional[%s]", option, hint, left, right)
}

func (r *hintResolver) stateTTL(h Hint, left, right string, two bool) []Hint {
	names := make([]string, len(h.KV))
	for i := range h.KV {
		names[i] = h.KV[i].Key
	}
	o := r.note(&h, names...)
	o.met(left)
	o.met(right)
	out := Hint{Name: h.Name}
	for _, kv := range h.KV {
		l, rt := left != "" && matchesName(kv.Key, left), right != "" && matchesName(kv.Key, right)
		switch {
		case !two && l:
			out.List = append(out.List, kv.Value)
		case l && rt:
			r.ambiguous(kv.Key, "state ttl hint: "+h.Name, left, right)
		case l:
			out.KV = append(out.KV, KeyValue{"LEFT", kv.Value})
		case rt:
			out.KV = append(out.KV, KeyValue{"RIGHT", kv.Value})
		}
	}
	if out.KV == nil && out.List == nil {
		return nil
	}
	return []Hint{sortedHint(out)}
}

// sortedHint puts the options in the order of a Java HashMap.
func sortedHint(h Hint) Hint {
	written := make([]string, len(h.KV))
	for i := range h.KV {
		written[i] = h.KV[i].Key
	}
	var kv []KeyValue
	for _, k := range keys.HashOrder(written) {
		v, _ := h.option(k)
		kv = append(kv, KeyValue{k, v})
	}
	h.KV = kv
	return h
}

// mergeHints makes one of several hints of a kind; join hints stay as they are (mergeQueryHintsIfNecessary).
func mergeHints(hints []Hint) []Hint {
	var out []Hint
	at := map[string]int{}
	for _, h := range hints {
		if h.Name != "STATE_TTL" {
			out = append(out, h)
			continue
		}
		i, seen := at[h.Name]
		if !seen {
			at[h.Name] = len(out)
			out = append(out, h)
			continue
		}
		for _, kv := range h.KV {
			if _, had := out[i].option(kv.Key); !had {
				out[i].KV = append(out[i].KV, kv)
			}
		}
		out[i] = sortedHint(out[i])
	}
	return out
}

// validate refuses names that no input has.
func (r *hintResolver) validate() {
	missing := false
	var b strings.Builder
	for _, k := range keys.HashOrder(r.kinds) {
		o := r.options[k]
		var names []string
		for _, n := range keys.HashOrder(o.order) {
			if !o.found[n] {
				names = append(names, n)
				missing = true
			}
		}
		b.WriteString("\n`" + strings.Join(names, ", ") + "` in `" + k + "`")
	}
	if missing {
		diag.Fail(diag.Validation, source.Span{}, "The options of following hints cannot match the name of input tables or views: %s", b.String())
	}
}

// relationName is the alias of an input, or the full name of the table that it reads.
func relationName(n *Node) string {
	for {
		for _, h := range hintsOf(n.Op) {
			if foldEq(h.Name, "ALIAS") && len(h.List) > 0 {
				return h.List[0]
			}
		}
		switch op := n.Op.(type) {
		case *Scan:
			return op.Table.ID.String()
		case *Project, *Filter, *Snapshot, *WatermarkAssigner:
			n = n.Input()
		default:
			return ""
		}
	}
}

// matchesName compares names from their last parts on.
func matchesName(option, table string) bool {
	o, t := strings.Split(option, "."), strings.Split(table, ".")
	for i := 1; i <= min(len(o), len(t)); i++ {
		if o[len(o)-i] != t[len(t)-i] {
			return false
		}
	}
	return true
}

func clearAlias(n *Node) *Node {
	hints := hintsOf(n.Op)
	var rest []Hint
	for _, h := range hints {
		if !foldEq(h.Name, "ALIAS") {
			rest = append(rest, h)
		}
	}
	if len(rest) == len(hints) {
		return n
	}
	return withHints(n, rest)
}
