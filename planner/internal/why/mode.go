package why

import (
	"slices"
	"strings"

	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/changelog"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/physical"
)

// produces says what kinds of rows n makes, and from what.
func (w *Notes) produces(n *physical.Node) string {
	switch o := n.Op.(type) {
	case *physical.TableSourceScan:
		return scanProduces(o)
	case *physical.GroupAggregate:
		if o.Phase == physical.LocalPhase {
			return ""
		}
		return w.aggregateProduces(n, o)
	case *physical.GroupWindowAggregate:
		if o.ProducesUpdates {
			return "The window fires early or late, and each later result replaces the one before: updates."
		}
		return "A window's result is sent once, when the watermark passes its end: inserts only."
	case *physical.WindowAggregate:
		if o.Phase == physical.LocalPhase {
			return ""
		}
		return "A window's result is sent once, when the watermark passes its end: inserts only."
	case *physical.Join:
		return joinProduces(n, o.Type)
	case *physical.MultiJoin:
		return joinProduces(n, multiType(o))
	case *physical.Rank:
		return rankProduces(n, o)
	case *physical.SortLimit:
		return "A row that enters the first rows by " + orderText(n, o.Fields) + " pushes another out, which is deleted."
	case *physical.Limit:
		if updates(n) {
			return "When " + fed(n) + " takes back one of the rows, another takes its place."
		}
	case *physical.OverAggregate:
		if updates(n) && !updates(n.Input()) {
			return "A row that comes late in the order of " + orderText(n, o.Order) + " changes the results of those behind it."
		}
	case *physical.ProcessTableFunction:
		return callName(o.Call) + " makes [" + n.Traits.Kinds().String() + "] of [" + n.Input().Traits.Kinds().String() + "]."
	case *physical.ChangelogNormalize:
		return "It keeps the last row of each " + columns(n, o.Key) + ", so it can tell an insert from an update and a delete " +
			"with its whole row."
	case *physical.Union:
		return unionProduces(n)
	case *physical.Match:
		return "A match is sent once: inserts only."
	default:
		return onceProduces(n)
	}
	return ""
}

// onceProduces is for operators that send what they make of a row once.
func onceProduces(n *physical.Node) string {
	switch o := n.Op.(type) {
	case *physical.IntervalJoin:
		return "Two rows are joined once, within the interval of " + interval(o) + ": inserts only."
	case *physical.WindowJoin:
		return "The rows of a window are joined once, when the watermark passes its end: inserts only."
	case *physical.WindowRank, *physical.WindowDeduplicate:
		return "The rows of a window are sent once, when the watermark passes its end: inserts only."
	case *physical.TemporalJoin:
		return "Each row of " + tables(n.Inputs[0]) + " is joined once, to the version of " + tables(n.Inputs[1]) +
			" that held at its time; a later change of " + tables(n.Inputs[1]) + " changes nothing."
	case *physical.LookupJoin:
		return "Each row is joined once, to what " + o.Table.ID.Name + " holds when it comes; a later change of " + o.Table.ID.Name + " changes nothing."
	case *physical.TemporalSort:
		return "Rows are sent in the order of their time, once the watermark has passed them: inserts only."
	}
	return ""
}

func updates(n *physical.Node) bool { return !n.Traits.Kinds().InsertOnly() }

// fed names where the updates of n's inputs begin.
func fed(n *physical.Node) string {
	for _, in := range n.Inputs {
		if updates(in) {
			return describe(origin(in))
		}
	}
	return describe(n)
}

// origin is the node, at or below n, that makes the rows that n hands on.
func origin(n *physical.Node) *physical.Node {
	for {
		switch n.Op.(type) {
		case *physical.Calc, *physical.Exchange, *physical.DropUpdateBefore, *physical.MiniBatchAssigner,
			*physical.WatermarkAssigner, *physical.ChangelogNormalize, *physical.LookupJoin, *physical.Correlate,
			*physical.Expand, *physical.VectorSearch, *physical.WindowTableFunction:
			n = n.Input()
		default:
			return n
		}
	}
}

func scanProduces(o *physical.TableSourceScan) string {
	name := table(o.Table)
	kinds := o.Source.Mode
	switch {
	case kinds.InsertOnly():
		return name + " only ever inserts rows."
	case physical.IsUpsert(kinds):
		return name + " sends the new row of a key and deletes, never the row that an update replaces: [" + kinds.String() + "]."
	case kinds.Has(mode.UpdateBefore):
		return name + " is a changelog whose updates come with the old row and the new one: [" + kinds.String() + "]."
	}
	return name + " sends [" + kinds.String() + "]."
}

func (w *Notes) aggregateProduces(n *physical.Node, o *physical.GroupAggregate) string {
	what := describe(n)
	first := strings.ToUpper(what[:1]) + what[1:]
	if len(o.Calls) == 0 {
		if !updates(n.Input()) {
			return first + ": each combination is sent once, when it is first seen. Flink counts it among the updating operators all the same."
		}
		return first + ": " + fed(n) + " takes rows back, so a combination can go again, which deletes it."
	}
	text := first + ": each row changes the result of its group, so the result is sent again as an update."
	if len(o.Group) == 0 {
		text = "An aggregate over all rows has one result, which each row changes: updates."
	}
	if n.Traits.Kinds().Has(mode.Delete) {
		text += " " + capital(fed(n)) + " takes rows back, so a group can become empty, which deletes it."
	}
	return text
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func multiType(o *physical.MultiJoin) logical.JoinType {
	for _, t := range o.Types[1:] {
		if t != logical.Inner {
			return t
		}
	}
	return logical.Inner
}

func joinProduces(n *physical.Node, t logical.JoinType) string {
	left, right := tables(n.Inputs[0]), tables(n.Inputs[len(n.Inputs)-1])
	var text string
	switch t {
	case logical.Left:
		text = "A row of " + left + " without a match is sent padded with NULLs, and deleted once its match from " + right + " arrives."
	case logical.Right:
		text = "A row of " + right + " without a match is sent padded with NULLs, and deleted once its match from " + left + " arrives."
	case logical.Full:
		text = "A row without a match is sent padded with NULLs, and deleted once its match arrives, on either side."
	case logical.Anti:
		text = "A row of " + left + " is sent while " + right + " has no match, and deleted once one arrives."
	}
	var from []string
	for _, in := range n.Inputs {
		if updates(in) {
			from = append(from, describe(origin(in)))
		}
	}
	if len(from) > 0 {
		if text != "" {
			text += " "
		}
		return text + "The changes of " + and(from) + " change the joined rows."
	}
	if text == "" {
		return "All inputs only insert, so the join does too."
	}
	return text
}

func rankProduces(n *physical.Node, o *physical.Rank) string {
	switch {
	case o.IsTimeDeduplication(n) && !o.KeepsLast() && !updates(n):
		return "The first row of each " + columns(n, o.Partition) + " is sent, and all later ones are dropped: inserts only."
	case o.IsDeduplication() && o.KeepsLast() && o.IsTimeDeduplication(n):
		return "Each later row of " + columns(n, o.Partition) + " replaces the one before: updates."
	case o.OutputRank:
		return "A row that enters " + rankName(n, o) + " moves those behind it down, and their numbers change: updates, and a delete " +
			"of the row that drops out."
	}
	return "A row that enters " + rankName(n, o) + " pushes another out, which is deleted."
}

func unionProduces(n *physical.Node) string {
	var from []string
	for _, in := range n.Inputs {
		if updates(in) {
			from = append(from, describe(origin(in)))
		}
	}
	if len(from) == 0 {
		return "All inputs only insert, so their union does too."
	}
	return "It hands on what its inputs send; the updates come from " + and(from) + "."
}

// forced says who made n send what its updates replace.
func (w *Notes) forced(n *physical.Node) (string, *physical.Node) {
	if !sendsBefore(n) {
		return "", nil
	}
	scan, isScan := n.Op.(*physical.TableSourceScan)
	if drop := w.dropped(n); drop != nil {
		return "UPDATE_BEFORE comes with " + fed(n) + "; nobody above needs it, so it is dropped at once.", drop
	}
	by, fact, found := w.cause(n)
	_, made := n.Op.(*physical.ProcessTableFunction)
	switch {
	case !found && made:
		return "It sends UPDATE_BEFORE, because it makes the changes that the rows of " + tables(n) + " tell of.", nil
	case !found:
		return "UPDATE_BEFORE comes from " + fed(n) + ", and nobody between can take it out.", origin(n)
	case by == n:
		return "It sends UPDATE_BEFORE, because " + w.demand(by, fact, "it") + ".", nil
	case isScan:
		return "UPDATE_BEFORE comes with " + table(scan.Table) + "; it is needed because " + w.demand(by, fact, describe(by)) + ".", by
	case handsOn(n):
		return "It hands on UPDATE_BEFORE: " + w.demand(by, fact, describe(by)) + ".", by
	}
	return "It also sends UPDATE_BEFORE, because " + w.demand(by, fact, describe(by)) + ".", by
}

// dropped is the operator right above a source that takes UPDATE_BEFORE out, n being the source or a projection over it; nil
// if there is none.
func (w *Notes) dropped(n *physical.Node) *physical.Node {
	for _, p := range w.parents[n] {
		switch p.Op.(type) {
		case *physical.DropUpdateBefore:
			return p
		case *physical.Calc:
			return w.dropped(p)
		}
	}
	return nil
}

// handsOn reports an operator that changes no mode of its own accord.
func handsOn(n *physical.Node) bool {
	switch n.Op.(type) {
	case *physical.Calc, *physical.Exchange, *physical.MiniBatchAssigner, *physical.WatermarkAssigner, *physical.LookupJoin,
		*physical.Correlate, *physical.Expand, *physical.WindowTableFunction, *physical.Union:
		return true
	}
	return false
}

// cause finds who made n send what its updates replace: whoever asked for it above, or, where nobody did, the operator that
// could not do without it.
func (w *Notes) cause(n *physical.Node) (*physical.Node, changelog.Fact, bool) {
	c, known := w.causes[n]
	if !known {
		c.by, c.fact, c.found = w.findCause(n)
		w.causes[n] = c
	}
	return c.by, c.fact, c.found
}

func (w *Notes) findCause(n *physical.Node) (*physical.Node, changelog.Fact, bool) {
	if by, f := w.forcing(n, map[*physical.Node]bool{}); by != nil {
		return by, f, true
	}
	if by, f := w.unable(n, w.upward, map[*physical.Node]bool{}); by != nil {
		return by, f, true
	}
	// Flink tries the whole tree at once: what one branch cannot do without, all branches get.
	by, f := w.unable(w.reader(n), downward, map[*physical.Node]bool{})
	return by, f, by != nil
}

// unable finds the nearest operator, n or one that next leads to, that tried to do without what updates replace and could
// not.
func (w *Notes) unable(n *physical.Node, next func(*physical.Node) []*physical.Node, seen map[*physical.Node]bool) (*physical.Node, changelog.Fact) {
	_, sink := n.Op.(*physical.Sink)
	if seen[n] || !sink && !sendsBefore(n) {
		return nil, changelog.Fact{}
	}
	seen[n] = true
	for _, f := range w.missed[n.ID] {
		if f.Kind == changelog.FactFilterBlocks || f.Kind == changelog.FactJoinKeyBeyondKey {
			return n, f
		}
	}
	for _, x := range next(n) {
		if by, f := w.unable(x, next, seen); by != nil {
			return by, f
		}
	}
	return nil, changelog.Fact{}
}

func (w *Notes) upward(n *physical.Node) []*physical.Node { return w.parents[n] }

func downward(n *physical.Node) []*physical.Node { return n.Inputs }

// demand says why by, which the sentence calls who, needs what an update replaces.
func (w *Notes) demand(by *physical.Node, f changelog.Fact, who string) string {
	switch f.Kind {
	case changelog.FactNeedsBefore:
		switch o := by.Op.(type) {
		case *physical.GroupAggregate:
			if len(o.Calls) == 0 {
				return who + " counts how often each combination occurs and must take the old row out again"
			}
			return who + " must take the old row out of its group again"
		case *physical.WindowAggregate, *physical.GroupWindowAggregate:
			return who + " must take the old row out of its window again"
		case *physical.ProcessTableFunction:
			return who + " is to turn it into a row of its own"
		}
		return who + " must take the old row out of what it keeps"
	case changelog.FactRankRetracts:
		return who + " keeps all rows of a partition and must remove the old one"
	case changelog.FactSinkKeyDiffers:
		return w.sinkDiffers(by)
	case changelog.FactSinkRetracts:
		return who + " writes changes with the row that an update replaces"
	case changelog.FactFilterBlocks:
		return who + w.filterBeyond(by)
	case changelog.FactJoinKeyBeyondKey:
		return w.joinBeyondKey(by, f.Side, who)
	}
	return who + " needs it"
}

// filterBeyond says which columns a filter reads that may change while the upsert key stays.
func (w *Notes) filterBeyond(n *physical.Node) string {
	in := n.Input()
	const only = ": when an update leaves the filter, only the old row tells what to delete"
	o, ok := n.Op.(*physical.Calc)
	if !ok || o.Cond == nil {
		return " reads columns outside the upsert key" + only
	}
	reads := expr.Refs(o.Cond)
	best, ok := w.keys.Upsert(in).Smallest()
	if !ok {
		return " reads " + and(names(in, reads.Slice())) + ", and its rows have no upsert key" + only
	}
	return " reads " + and(names(in, reads.Minus(best).Slice())) + ", which may change while the upsert key " + key(in, best) + " stays" + only
}

func (w *Notes) sinkDiffers(n *physical.Node) string {
	o := n.Op.(*physical.Sink)
	have := w.keysText(n.Input())
	if have == "" {
		return describe(n) + " has the primary key " + declaredKey(o) + ", and the rows that reach it have no upsert key"
	}
	if beyond := w.beyondKey(n, o); beyond != "" {
		return describe(n) + " has the primary key " + declaredKey(o) + ", in which " + beyond + " may change while the upsert key " + have +
			" stays: the row under the old key must then be deleted"
	}
	return describe(n) + " has the primary key " + declaredKey(o) + ", which is not the upsert key " + have + " of the rows that reach it"
}

// beyondKey names the columns that a sink's key has beside the upsert key, "" where it does not hold that.
func (w *Notes) beyondKey(n *physical.Node, o *physical.Sink) string {
	pk := primaryKey(o)
	for _, k := range w.keys.Upsert(n.Input()).JavaOrder() {
		if pk.Contains(k) {
			return strings.Trim(sinkColumns(o, pk.Minus(k)), "()")
		}
	}
	return ""
}

// primaryKey is a sink's key by column.
func primaryKey(o *physical.Sink) keys.Cols {
	var pk keys.Cols
	if o.Table.PrimaryKey == nil {
		return pk
	}
	for _, c := range o.Table.PrimaryKey.Columns {
		if i := slices.IndexFunc(o.Table.Columns, func(x catalog.Column) bool { return x.Name == c }); i >= 0 {
			pk = pk.With(i)
		}
	}
	return pk
}

func declaredKey(o *physical.Sink) string {
	if o.Table.PrimaryKey == nil {
		return "(none)"
	}
	return "(" + strings.Join(o.Table.PrimaryKey.Columns, ", ") + ")"
}

func (w *Notes) keysText(n *physical.Node) string {
	var out []string
	for _, k := range w.keys.Upsert(n).JavaOrder() {
		out = append(out, key(n, k))
	}
	return strings.Join(out, " or ")
}

func (w *Notes) joinBeyondKey(n *physical.Node, side int, who string) string {
	in := shuffled(n.Inputs[min(side, len(n.Inputs)-1)])
	have := w.keysText(in)
	if have == "" {
		return who + " gets rows of " + tables(in) + " that have no upsert key" + w.whereLost(in) + ", so an update may move a row to other matches"
	}
	on := joinColumns(n, side)
	if _, multi := n.Op.(*physical.MultiJoin); multi && len(on) == 0 {
		return who + " joins " + tables(in) + " with everything in one place, by no column that its upsert key " + have + " could hold"
	}
	return who + " joins " + tables(in) + " by " + columns(in, on) + ", which its upsert key " + have +
		" does not hold: an update may move a row to other matches"
}

// shuffled is what an exchange shuffles: below it, the key that it loses is still known.
func shuffled(n *physical.Node) *physical.Node {
	if _, ok := n.Op.(*physical.Exchange); ok {
		return n.Input()
	}
	return n
}

func joinColumns(n *physical.Node, side int) []int {
	switch o := n.Op.(type) {
	case *physical.Join:
		eq := physical.EquiKeys(o.Cond, len(n.Inputs[0].Row.Fields))
		if side == 0 {
			return eq.Left
		}
		return eq.Right
	case *physical.MultiJoin:
		return o.Keys[side]
	}
	return nil
}

// asking reports the facts of a node that asks for what updates replace, of its own need.
func asking(k changelog.FactKind) bool {
	switch k {
	case changelog.FactNeedsBefore, changelog.FactRankRetracts, changelog.FactSinkKeyDiffers, changelog.FactSinkRetracts:
		return true
	}
	return false
}

// forcing finds the node above n that asked, directly or through operators that hand the demand on.
func (w *Notes) forcing(n *physical.Node, seen map[*physical.Node]bool) (*physical.Node, changelog.Fact) {
	if seen[n] {
		return nil, changelog.Fact{}
	}
	seen[n] = true
	for _, f := range w.about[n.ID] {
		if by := w.nodes[f.By]; by != nil && asking(f.Kind) {
			return by, f
		}
	}
	for _, p := range w.parents[n] {
		for _, f := range w.lost[p.ID] {
			if asking(f.Kind) {
				return p, f
			}
		}
		if by, f := w.forcing(p, seen); by != nil {
			return by, f
		}
	}
	return nil, changelog.Fact{}
}

// spared says, of an operator that could tell what its updates replace, why it does not.
func (w *Notes) spared(n *physical.Node) string {
	kinds := n.Traits.Kinds()
	if !kinds.Has(mode.UpdateAfter) || kinds.Has(mode.UpdateBefore) {
		return ""
	}
	switch n.Op.(type) {
	case *physical.GroupAggregate, *physical.GroupWindowAggregate, *physical.Join, *physical.MultiJoin, *physical.Rank,
		*physical.SortLimit, *physical.ChangelogNormalize:
	default:
		return ""
	}
	up := w.reader(n)
	if _, sink := up.Op.(*physical.Sink); sink {
		return "It sends no UPDATE_BEFORE: nobody up to " + describe(up) + " needs it."
	}
	return "It sends no UPDATE_BEFORE: nobody up to the result needs it."
}

// asks says what n asks of its inputs.
func (w *Notes) asks(n *physical.Node) string {
	for _, in := range n.Inputs {
		for _, f := range w.about[in.ID] {
			if w.nodes[f.By] == n && asking(f.Kind) {
				return "It asks for UPDATE_BEFORE: " + w.demand(n, f, "it") + "."
			}
		}
	}
	return ""
}

// keeps says by what means a Top-N keeps its rows.
func (w *Notes) keeps(n *physical.Node) string {
	var strategy physical.RankStrategy
	var partition []int
	var order []logical.SortField
	switch o := n.Op.(type) {
	case *physical.Rank:
		if o.IsTimeDeduplication(n) {
			return ""
		}
		strategy, partition, order = o.Strategy, o.Partition, o.Order
	case *physical.SortLimit:
		strategy, order = o.Strategy, o.Fields
	default:
		return ""
	}
	switch strategy {
	case physical.AppendFast:
		return "Its input only inserts, so the rows outside the result can be forgotten (AppendFastStrategy)."
	case physical.UpdateFast:
		return "Updates of " + fed(n) + " only ever move a row up, so the rows outside the result can be forgotten (UpdateFastStrategy)."
	}
	return "Updates reach it and " + w.retracts(n, partition, order) + ", so all rows are kept (RetractStrategy)."
}

// normalizes says why a ChangelogNormalize is there.
func (w *Notes) normalizes(n *physical.Node, o *physical.ChangelogNormalize) (string, *physical.Node) {
	src := origin(n)
	name := describe(src)
	if scan, ok := src.Op.(*physical.TableSourceScan); ok {
		name = table(scan.Table)
	}
	facts := w.about[n.ID]
	switch {
	case has(facts, changelog.FactNormalizeFilters) && o.Cond != nil:
		return "The filter on " + and(names(n.Input(), expr.Refs(o.Cond).Slice())) + " is applied here: " + name +
			" does not send the row that an update replaces, and only that tells when a key leaves the filter.", n
	case has(facts, changelog.FactNormalizeBefore):
		if by, f, ok := w.cause(n); ok {
			return "It was inserted because " + w.demand(by, f, describe(by)) + ", and " + name + " does not send it.", by
		}
		return "It was inserted because UPDATE_BEFORE is needed above, and " + name + " does not send it.", nil
	case has(facts, changelog.FactNormalizeDuplicates):
		return "It was inserted because table.exec.source.cdc-events-duplicate = true says that " + name +
			" may send a change twice, and the primary key " + columns(n, o.Key) + " tells the second one.", src
	case has(facts, changelog.FactNormalizeMetadata):
		return "It stays because metadata columns of " + name + " are read: the row that is taken back comes with other metadata.", src
	}
	by := w.reader(n)
	return "It stays because " + name + " deletes by key alone, and " + describe(by) + " is to get whole rows to delete.", by
}

func (w *Notes) ridOfNormalize(n *physical.Node, o *physical.ChangelogNormalize) string {
	keyText := columns(n, o.Key)
	facts := w.about[n.ID]
	switch {
	case o.Cond != nil:
		return "It goes if the filter reads " + keyText + " alone, or is applied before the topic."
	case has(facts, changelog.FactNormalizeBefore):
		return "It goes if what is above groups or joins by " + keyText + " alone and writes to a sink with that key, or if the source " +
			"sends UPDATE_BEFORE itself (a CDC format such as debezium-json)."
	case has(facts, changelog.FactNormalizeDuplicates):
		return "It goes with table.exec.source.cdc-events-duplicate = false, which trusts the source to send each change once."
	case has(facts, changelog.FactNormalizeMetadata):
		return "It goes if no metadata column is selected."
	}
	return "It goes if the sink accepts deletes that carry the key alone."
}

func (w *Notes) drops(n *physical.Node) string {
	up := w.reader(n)
	to := "the result"
	if _, sink := up.Op.(*physical.Sink); sink {
		to = describe(up)
	}
	text := tables(n) + " sends UPDATE_BEFORE, and nobody up to " + to + " needs it"
	if have := w.keysText(n); have != "" {
		text += ": the upsert key " + have + " finds the row that an update replaces"
	}
	return text + ". It costs nothing."
}

func (w *Notes) materializes(n *physical.Node, o *physical.Sink) string {
	have := w.keysText(n.Input())
	text := "The primary key " + declaredKey(o) + " of " + table(o.Table) + " is not the upsert key " + have + " of the rows that reach it"
	if have == "" {
		text = "The rows that reach " + table(o.Table) + " have no upsert key, and it has the primary key " + declaredKey(o)
	}
	if w.settings.Text("table.exec.sink.upsert-materialize") == "FORCE" {
		text = "table.exec.sink.upsert-materialize = FORCE asks for it"
	}
	rid := "declare the upsert key of the query as the sink's key, or make the query unique by " + declaredKey(o)
	if best, ok := w.keys.Upsert(n.Input()).Smallest(); ok && !best.Equal(keys.Cols{}) {
		rid = "declare PRIMARY KEY " + sinkColumns(o, best) + " on the sink, or group by " + declaredKey(o)
	}
	return text + ", so the sink keeps the rows of each key to write the right one last. To be rid of it, " + rid + "."
}

// sinkColumns names columns by the sink's own names.
func sinkColumns(o *physical.Sink, c keys.Cols) string {
	var out []string
	for i := range c.All() {
		if i < len(o.Table.Columns) {
			out = append(out, o.Table.Columns[i].Name)
		}
	}
	return "(" + strings.Join(out, ", ") + ")"
}
