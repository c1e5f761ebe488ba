package parse

import (
	"slices"

	"rowkind/planner/internal/diag"
)

// machine follows the grammar over the tokens as the parser that JavaCC generates from it does, with the same bookkeeping,
// which is what its error message is made of. It builds nothing.
type machine struct {
	g    *grammar
	toks []token
	cur  int // the token read last; -1 before the first

	enough   int          // how many tokens are of interest; 0 for all
	depth    int          // of nested productions
	gen      int          // how many tokens have been read (jj_gen)
	seen     []int        // of each switch: gen when its tokens were found wanting, or -1 (jj_la1)
	masks    []*kindSet   // of each switch: what its tokens are
	calls    [][]scanCall // of each look-ahead: what it looked at (jj_2_rtns)
	expected kind         // the one token that had to come (jj_kind), or -1

	scan, last int  // where look-ahead is, and how far it has been (jj_scanpos, jj_lastpos)
	left       int  // how many tokens it may still take (jj_la)
	ahead      bool // a condition is asked within a look-ahead
	rescan     bool // look-ahead is repeated to collect what it expected

	sequences [][]kind // what was expected, for the message
	alone     kindSet  // the sequences of one token
	known     map[[4]kind]bool
	budget    *diag.Budget
	lasttoks  [maxSequence]kind
	endpos    int
}

// kindsAlone holds every kind of token once.
var kindsAlone = func() (all [numKinds]kind) {
	for k := range all {
		all[k] = kind(k)
	}
	return all
}()

// maxSequence bounds the sequences of expected tokens.
const maxSequence = 100

// scanCall is one look-ahead that was made (JJCalls).
type scanCall struct{ gen, first, arg int }

// stopped is panicked where the generated parser throws.
type stopped struct{ lexical bool }

func newMachine(g *grammar, toks []token) *machine {
	m := &machine{g: g, toks: toks, cur: -1, expected: -1}
	m.seen = make([]int, g.switches)
	for i := range m.seen {
		m.seen[i] = -1
	}
	m.masks = make([]*kindSet, g.switches)
	m.calls = make([][]scanCall, len(g.looks))
	return m
}

// enoughRead is panicked when nothing more is to be found out.
type enoughRead struct{}

// maxProductions bounds the nesting of productions, about thirty for each parenthesis.
const maxProductions = 100 * maxDepth

// run follows a production. It returns nil if the text fits.
func (m *machine) run(start string) (end *stopped) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case enoughRead:
		case stopped:
			end = &p
		default:
			panic(p)
		}
	}()
	m.parse(m.g.prods[start].exp)
	return nil
}

// at is the kind of token i; beyond the end there are only more ends.
func (m *machine) at(i int) kind {
	if i >= len(m.toks) {
		return tEOF
	}
	k := m.toks[i].kind
	if k == tError {
		panic(stopped{lexical: true})
	}
	return k
}

// parse follows n; it reports whether the production has returned.
func (m *machine) parse(n *gnode) bool {
	m.budget.Check()
	switch n.shape {
	case gToken:
		m.consume(n.tok)
	case gCall, gAction:
		if m.depth++; m.depth > maxProductions {
			panic(enoughRead{})
		}
		m.parse(n.prod.exp)
		m.depth--
	case gReturn:
		return true
	case gSeq:
		for _, k := range n.kids {
			if m.parse(k) {
				return true
			}
		}
	case gChoice:
		i := m.choose(n.plan)
		if i < 0 {
			m.consume(-1)
		}
		return m.parse(n.kids[i])
	case gOpt:
		if m.choose(n.plan) == 0 {
			return m.parse(n.kids[0])
		}
	case gPlus:
		if m.parse(n.kids[0]) {
			return true
		}
		return m.loop(n)
	case gStar:
		return m.loop(n)
	}
	return false
}

func (m *machine) loop(n *gnode) bool {
	for m.choose(n.plan) == 0 {
		if m.parse(n.kids[0]) {
			return true
		}
	}
	return false
}

// consume is jj_consume_token.
func (m *machine) consume(k kind) {
	if m.at(m.cur+1) == k {
		m.cur++
		if m.gen++; m.gen == m.enough {
			panic(enoughRead{})
		}
		return
	}
	m.expected = k
	m.collect()
	panic(stopped{})
}

// choose returns the alternative that a choice point takes, or -1.
func (m *machine) choose(p *plan) int {
	for i := range p.tests {
		t := &p.tests[i]
		switch {
		case t.cases != nil:
			if alt := t.cases.at(m.at(m.cur + 1)); alt >= 0 {
				return alt
			}
			m.seen[t.cases.index], m.masks[t.cases.index] = m.gen, &t.cases.any
		case t.look >= 0:
			if m.look(t.look) {
				return t.alt
			}
		case m.holds(t.cond):
			return t.alt
		}
	}
	return p.rest
}

// holds evaluates a condition of the grammar.
func (m *machine) holds(cond string) bool {
	switch cond {
	case "always":
		return true
	case "pivotAlias":
		i := m.cur + 1
		if m.ahead {
			i = m.scan + 1
		}
		k := m.at(i)
		return k != tComma && k != kFOR
	}
	return false
}

// look is jj_2_n: it makes a look-ahead and remembers it.
func (m *machine) look(index int) bool {
	l := m.g.looks[index]
	m.left, m.last, m.scan = l.amount, m.cur, m.cur
	ok := m.scanNode(l.exp) != scanFailed
	calls := m.calls[index]
	call := scanCall{gen: m.gen + l.amount - m.left, first: m.cur, arg: l.amount}
	for i := range calls {
		if calls[i].gen <= m.gen {
			calls[i] = call
			return ok
		}
	}
	m.calls[index] = append(calls, call)
	return ok
}

// fits is look for one who only wants to know; text that has no tokens does not fit.
func (m *machine) fits(index int) (ok bool) {
	defer func() {
		if p := recover(); p != nil {
			if _, lexical := p.(stopped); !lexical {
				panic(p)
			}
			ok = false
		}
	}()
	return m.look(index)
}

// scanned is how a scan ends; scanDone when the look-ahead has all the tokens that it wanted.
type scanned int8

const (
	scanFits scanned = iota
	scanFailed
	scanDone
)

// scanNode is jj_3_n: it goes through n without reading it.
func (m *machine) scanNode(n *gnode) scanned {
	switch n.shape {
	case gToken:
		return m.scanToken(n.tok)
	case gCall:
		m.budget.Check()
		return m.scanNode(n.prod.exp)
	case gJava:
		m.left, m.scan = 0, m.last
	case gSeq:
		for _, k := range n.kids[:n.cut] {
			if r := m.scanNode(k); r != scanFits {
				return r
			}
		}
	case gChoice:
		return m.scanChoice(n)
	case gOpt:
		from := m.scan
		switch m.scanNode(n.kids[0]) {
		case scanDone:
			return scanDone
		case scanFailed:
			m.scan = from
		}
	case gPlus:
		if r := m.scanNode(n.kids[0]); r != scanFits {
			return r
		}
		return m.scanLoop(n)
	case gStar:
		return m.scanLoop(n)
	}
	return scanFits
}

func (m *machine) scanLoop(n *gnode) scanned {
	for {
		from := m.scan
		switch m.scanNode(n.kids[0]) {
		case scanDone:
			return scanDone
		case scanFailed:
			m.scan = from
			return scanFits
		}
		if m.scan == from {
			return scanFits
		}
	}
}

// scanChoice tries the alternatives in order. Of their own look-aheads only the conditions count here.
func (m *machine) scanChoice(n *gnode) scanned {
	from := m.scan
	for i, k := range n.kids {
		if !m.rescan && m.cannotBegin(k) && i < len(n.kids)-1 {
			continue
		}
		if k.look.cond != "" {
			m.ahead = true
			ok := m.holds(k.look.cond)
			m.ahead = false
			if !ok {
				m.scan = from
				continue
			}
		}
		if r := m.scanNode(k); r != scanFailed {
			return r
		}
		if i < len(n.kids)-1 {
			m.scan = from
		}
	}
	return scanFailed
}

// cannotBegin reports that the next token is none that n begins with, and does with the token what going through n would do.
func (m *machine) cannotBegin(n *gnode) bool {
	if n.open || n.first.has(m.at(m.scan+1)) {
		return false
	}
	if m.scan == m.last {
		m.left--
		m.last++
	}
	return true
}

// scanToken is jj_scan_token.
func (m *machine) scanToken(k kind) scanned {
	m.scan++
	if m.scan > m.last {
		m.left--
		m.last = m.scan
	}
	got := m.at(m.scan)
	if m.rescan && m.scan >= m.cur {
		m.expect(k, m.scan-m.cur)
	}
	if got != k {
		return scanFailed
	}
	if m.left == 0 && m.scan == m.last {
		return scanDone
	}
	return scanFits
}

// collect is generateParseException: it finds all that could have come here.
func (m *machine) collect() {
	m.known = map[[4]kind]bool{}
	if m.expected >= 0 {
		m.alone.add(m.expected)
	}
	for i, gen := range m.seen {
		if gen == m.gen {
			m.alone.addAll(m.masks[i])
		}
	}
	for k := range kind(numKinds) {
		if m.alone.has(k) {
			m.sequences = append(m.sequences, kindsAlone[k:k+1:k+1])
		}
	}
	m.rescan = true
	for i, calls := range m.calls {
		for _, c := range calls {
			if c.gen <= m.gen {
				continue
			}
			m.left, m.last, m.scan = c.arg, c.first, c.first
			if m.scanNode(m.g.looks[i].exp) == scanDone {
				break
			}
		}
	}
	m.rescan = false
	m.expect(0, 0)
}

// expect is jj_add_error_token: it collects sequences of tokens as look-ahead walks through them.
func (m *machine) expect(k kind, pos int) {
	switch {
	case pos >= maxSequence:
	case pos == m.endpos+1:
		m.lasttoks[m.endpos] = k
		m.endpos++
	case m.endpos > 0:
		if seq := m.lasttoks[:m.endpos]; !m.isKnown(seq) {
			m.sequences = append(m.sequences, slices.Clone(seq))
		}
		if pos != 0 {
			m.endpos = pos
			m.lasttoks[pos-1] = k
		}
	}
}

// isKnown reports whether a sequence has been collected before, and notes it.
func (m *machine) isKnown(seq []kind) bool {
	if len(seq) == 1 {
		was := m.alone.has(seq[0])
		m.alone.add(seq[0])
		return was
	}
	var key [4]kind
	if len(seq) > len(key) {
		return slices.ContainsFunc(m.sequences, func(s []kind) bool { return slices.Equal(s, seq) })
	}
	copy(key[:], seq)
	for i := len(seq); i < len(key); i++ {
		key[i] = -1
	}
	if m.known[key] {
		return true
	}
	m.known[key] = true
	return false
}
