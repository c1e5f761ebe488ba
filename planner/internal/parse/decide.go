package parse

// This file decides at the choice points of the grammar what JavaCC's generated parser decides there: by the next token where
// that is said to be enough, by look-ahead where the grammar asks for it (ParseEngine.buildLookaheadChecker).

// plan is a choice point: its tests in order, and the alternative that remains when none holds, or -1.
type plan struct {
	tests []test
	rest  int
}

// test takes an alternative by the next token (cases), by look-ahead (look, an index into grammar.looks) or by a condition.
type test struct {
	cases *cases
	look  int
	cond  string
	alt   int
}

// cases are alternatives that one token decides between.
type cases struct {
	index int     // among all switches
	any   kindSet // of all alternatives
	sets  []kindSet
	alts  []int
}

// add notes what an alternative begins with; tokens that an earlier one begins with are taken.
func (c *cases) add(first *kindSet, alt int) {
	set := *first
	for i := range set {
		set[i] &^= c.any[i]
		c.any[i] |= set[i]
	}
	c.sets, c.alts = append(c.sets, set), append(c.alts, alt)
}

// at is the alternative that begins with k, or -1.
func (c *cases) at(k kind) int {
	if c.any.has(k) {
		for i := range c.sets {
			if c.sets[i].has(k) {
				return c.alts[i]
			}
		}
	}
	return -1
}

// kindSet is a set of token kinds.
type kindSet [(numKinds + 63) / 64]uint64

func (s *kindSet) add(k kind)      { s[k>>6] |= 1 << (k & 63) }
func (s *kindSet) has(k kind) bool { return s[k>>6]&(1<<(k&63)) != 0 }

func (s *kindSet) addAll(t *kindSet) {
	for i := range s {
		s[i] |= t[i]
	}
}

// analyse computes what the machine needs beside the productions themselves.
func (g *grammar) analyse() {
	g.findEmpty()
	for _, p := range g.order {
		g.build(p.exp)
	}
	for _, l := range g.looks {
		g.want(l.exp, l.amount)
	}
}

// lookBefore is the index of the look-ahead of the alternative that begins with a production.
func (g *grammar) lookBefore(name string) int {
	for i, l := range g.looks {
		if first := l.exp.kids[0]; first.shape == gCall && first.prod.name == name {
			return i
		}
	}
	panic("grammar: no look-ahead before " + name)
}

func (g *grammar) findEmpty() {
	for changed := true; changed; {
		changed = false
		for _, p := range g.order {
			if !p.empty && canBeEmpty(p.exp) {
				p.empty, changed = true, true
			}
		}
	}
}

// canBeEmpty is Semanticize.emptyExpansionExists.
func canBeEmpty(n *gnode) bool {
	switch n.shape {
	case gToken, gJava:
		return false
	case gCall:
		return n.prod.empty
	case gChoice:
		for _, k := range n.kids {
			if canBeEmpty(k) {
				return true
			}
		}
		return false
	case gSeq:
		for _, k := range n.kids {
			if !canBeEmpty(k) {
				return false
			}
		}
		return true
	case gPlus:
		return canBeEmpty(n.kids[0])
	}
	return true
}

// beginsWithJava is ParseEngine.javaCodeCheck.
func beginsWithJava(n *gnode) bool {
	switch n.shape {
	case gJava:
		return true
	case gCall:
		return beginsWithJava(n.prod.exp)
	case gChoice:
		for _, k := range n.kids {
			if beginsWithJava(k) {
				return true
			}
		}
	case gSeq:
		for _, k := range n.kids {
			if beginsWithJava(k) {
				return true
			}
			if !canBeEmpty(k) {
				return false
			}
		}
	case gOpt, gStar, gPlus:
		return beginsWithJava(n.kids[0])
	}
	return false
}

// build makes the plans of a production's choice points, in the order in which JavaCC numbers its look-aheads.
func (g *grammar) build(n *gnode) {
	switch n.shape {
	case gSeq:
		for _, k := range n.kids {
			g.build(k)
		}
	case gChoice:
		looks := make([]*lookahead, len(n.kids))
		for i, k := range n.kids {
			g.build(k)
			looks[i] = k.look
		}
		n.plan = g.decide(looks)
	case gStar:
		n.plan = g.decide([]*lookahead{lookOf(n.kids[0])})
		g.build(n.kids[0])
	case gOpt, gPlus:
		g.build(n.kids[0])
		n.plan = g.decide([]*lookahead{lookOf(n.kids[0])})
	}
}

func lookOf(n *gnode) *lookahead {
	if n.shape == gSeq {
		return n.look
	}
	return &lookahead{amount: 1, exp: n}
}

// decide plans one choice point.
func (g *grammar) decide(looks []*lookahead) *plan {
	p := &plan{rest: -1}
	open := false
	for i, l := range looks {
		if l.amount == 0 || canBeEmpty(l.exp) || beginsWithJava(l.exp) {
			if l.cond == "" {
				p.rest = i
				return p
			}
			open = false
			p.tests = append(p.tests, test{cond: l.cond, look: -1, alt: i})
			continue
		}
		if l.amount == 1 && l.cond == "" {
			var first kindSet
			if !firstSet(l.exp, &first) {
				if !open {
					open = true
					p.tests = append(p.tests, test{cases: &cases{index: g.switches}, look: -1})
					g.switches++
				}
				p.tests[len(p.tests)-1].cases.add(&first, i)
				continue
			}
		}
		open = false
		p.tests = append(p.tests, test{look: len(g.looks), cond: l.cond, alt: i})
		g.looks = append(g.looks, l)
	}
	return p
}

// firstSet collects the tokens that n can begin with. It reports whether a condition stands in the way, for then the token
// alone does not decide (ParseEngine.genFirstSet).
func firstSet(n *gnode, set *kindSet) (conditional bool) {
	switch n.shape {
	case gToken:
		set.add(n.tok)
	case gCall:
		p := n.prod
		if p.first == nil {
			p.first = &kindSet{}
			p.conditional = firstSet(p.exp, p.first)
		}
		set.addAll(p.first)
		return p.conditional
	case gChoice:
		for _, k := range n.kids {
			conditional = firstSet(k, set) || conditional
		}
	case gSeq:
		conditional = n.look.cond != ""
		for _, k := range n.kids {
			conditional = firstSet(k, set) || conditional
			if !canBeEmpty(k) {
				break
			}
		}
	case gOpt, gStar, gPlus:
		return firstSet(n.kids[0], set)
	}
	return conditional
}

// least is the fewest tokens that n takes as JavaCC counts them (ParseEngine.minimumSize): Java code and recursion count as
// endless, and a choice is settled by its first alternative of one token, even if a later one is empty.
func (g *grammar) least(n *gnode) int {
	if n.least == 0 {
		n.least = minimumSize(n, unbounded) + 1
	}
	return n.least - 1
}

func minimumSize(n *gnode, most int) int {
	if n.busy {
		return unbounded
	}
	n.busy = true
	defer func() { n.busy = false }()
	switch n.shape {
	case gToken:
		return 1
	case gJava:
		return unbounded
	case gCall:
		return minimumSize(n.prod.exp, unbounded)
	case gPlus:
		return minimumSize(n.kids[0], unbounded)
	case gChoice:
		m := most
		for _, k := range n.kids {
			if m <= 1 {
				break
			}
			m = min(m, minimumSize(k, m))
		}
		return m
	case gSeq:
		sum := 0
		for _, k := range n.kids {
			size := minimumSize(k, unbounded)
			if sum == unbounded || size == unbounded {
				sum = unbounded
				continue
			}
			if sum += size; sum > most {
				break
			}
		}
		return sum
	}
	return 0
}

// want notes that look-ahead wants so many tokens from n. JavaCC generates the scan of a sequence only as far as the tokens
// wanted reach (ParseEngine.buildPhase3Routine).
func (g *grammar) want(n *gnode, count int) {
	if count <= n.count {
		return
	}
	n.count = count
	switch n.shape {
	case gCall:
		g.want(n.prod.exp, count)
	case gChoice, gOpt, gStar, gPlus:
		for _, k := range n.kids {
			if n.shape == gChoice && k.first == nil {
				k.first = &kindSet{}
				k.open = firstSet(k, k.first) || canBeEmpty(k) || beginsWithJava(k)
			}
			g.want(k, count)
		}
	case gSeq:
		n.cut = 0
		for _, k := range n.kids {
			n.cut++
			g.want(k, count)
			if count -= g.least(k); count <= 0 {
				break
			}
		}
	}
}
