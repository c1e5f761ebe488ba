package rewrite

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// limit bounds the firings of one statement; reaching it is a bug of the rules.
const limit = 200_000

// context is what the rules know of the statement that is optimized.
type context struct {
	budget   *diag.Budget
	settings Settings
	zone     expr.Zone
	fired    int
	trace    []string // names of the rules that fired, if tracing
	tracing  bool
	check    func(r *rule, before, after *logical.Node)
	uniq     UniqueKeys
	windows  logical.WindowMetadata
	// predicates remembers what pulledUp found.
	predicates map[*logical.Node][]foundPredicates
	// unfixed holds projections of columns none of which is known to be a constant; what is over them asks no further.
	unfixed map[*logical.Node]bool
	// conditions remembers the terms of filters.
	conditions   map[*logical.Node][]expr.Expr
	costs        map[*logical.Node]cost
	rows         map[*logical.Node]float64
	multi        *metMultiJoins
	adjusted     map[*logical.Correlate]bool // the correlates whose COUNT has its CASE
	uncorrelated uncorrelated
	outers       map[*logical.Filter][]outer // the outer columns that filters count as reading, while decorrelating
	unjoined     bool                        // a sub-query that reads several outer rows has become a plain join
	correl       int                         // the last correlation id given, negative
	volcano      bool                        // the phase at hand compares what is equal: the names of a filter's row stay
	renamed      bool                        // some rows have the names of before the step
	entered      *logical.Node               // what the phase began with
	inner        bool                        // what is optimized is read by other blocks
}

// run puts n through the phases.
func (c *context) run(n *logical.Node, list []phase) *logical.Node {
	for _, p := range list {
		if n != c.entered { // a phase that changed nothing leaves all shared
			n = c.share(n)
		}
		c.entered = n
		c.volcano = p.volcano
		for range max(p.rounds, 1) {
			before := n
			for i := range p.steps {
				n = c.withNames(c.step(n, &p.steps[i]))
			}
			if n == before {
				break
			}
		}
	}
	return n
}

func (c *context) step(n *logical.Node, s *step) *logical.Node {
	switch s.flavour {
	case whole:
		return s.tree(c, n)
	case collection:
		p := pass{c: c, rules: s.rules}
		for _, r := range s.rules {
			p.on |= r.on
		}
		return p.fix(n)
	}
	have := kindsOf(n)
	for i := range s.rules {
		if s.rules[i].on&have == 0 {
			continue
		}
		p := pass{c: c, rules: s.rules[i : i+1], on: s.rules[i].on}
		if now := p.fix(n); now != n {
			n = now
			have = kindsOf(n)
		}
	}
	return n
}

// pass applies rules bottom-up until none matches, as a Hep program in the order BOTTOM_UP does: after a rule fired,
// what it made is looked at from its lowest node on.
type pass struct {
	c     *context
	rules []*rule
	on    kinds
	// done holds the nodes at whose tree nothing matches, from the first firing on.
	done map[*logical.Node]struct{}
}

func (p *pass) fix(n *logical.Node) *logical.Node {
	for {
		p.c.budget.Check()
		if _, ok := p.done[n]; ok {
			return n
		}
		n = p.inputs(n)
		now := p.at(n)
		if now == nil {
			if p.done != nil {
				p.done[n] = struct{}{}
			}
			return n
		}
		n = now
	}
}

func (p *pass) inputs(n *logical.Node) *logical.Node {
	var in []*logical.Node
	for i, old := range n.Inputs {
		now := p.fix(old)
		if now != old && in == nil {
			in = append([]*logical.Node(nil), n.Inputs...)
		}
		if in != nil {
			in[i] = now
		}
	}
	if in == nil {
		return n
	}
	now := p.c.reinput(n, in)
	if now.Row != n.Row {
		p.c.budget.Columns(len(now.Row.Fields))
	}
	return now
}

// at gives what the first matching rule makes of n, nil if none does.
func (p *pass) at(n *logical.Node) *logical.Node {
	k := kindOf(n.Op)
	if p.on&k == 0 {
		return nil
	}
	for _, r := range p.rules {
		if r.on&k == 0 {
			continue
		}
		now := r.apply(p.c, n)
		if now == nil || now == n {
			continue
		}
		p.c.note(r, n, now)
		if p.done == nil {
			p.done = map[*logical.Node]struct{}{}
		}
		return now
	}
	return nil
}

func (c *context) note(r *rule, before, after *logical.Node) {
	c.fired++
	c.budget.Columns(len(after.Row.Fields))
	if c.tracing {
		c.trace = append(c.trace, r.name)
	}
	if c.check != nil {
		c.check(r, before, after)
	}
	if c.fired > limit {
		panic("rewrite: rules do not come to rest at " + r.name)
	}
}

// nextCorrelation numbers the correlates that rules make; nothing prints these.
func (c *context) nextCorrelation() int {
	c.correl--
	return c.correl
}
