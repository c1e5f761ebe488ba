package parse

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"sync"
)

//go:embed grammar.txt
var grammarText string

// flinkGrammar is read when the first text is refused.
var flinkGrammar = sync.OnceValue(func() *grammar { return readGrammar(grammarText) })

// shape is what a node of the grammar is.
type shape int8

const (
	gToken  shape = iota // a token
	gCall                // a production
	gAction              // a production that an action calls
	gReturn              // the production ends here
	gJava                // Java code in the place of a production
	gChoice
	gSeq
	gOpt
	gStar
	gPlus
)

// gnode is a part of a production.
type gnode struct {
	shape shape
	tok   kind
	prod  *production
	kids  []*gnode
	look  *lookahead // of a sequence
	plan  *plan      // of a choice, option or loop: how to decide

	count int // the most tokens that a look-ahead wants from here
	cut   int // of a sequence: how many of its parts look-ahead goes through
	least int // the fewest tokens it takes, plus one; 0 while unknown
	busy  bool

	first *kindSet // of an alternative that look-ahead goes through: what it begins with
	open  bool     // first does not decide
}

// lookahead is how far to look before an alternative is taken.
type lookahead struct {
	amount int
	exp    *gnode
	cond   string
}

// production is a rule of the grammar.
type production struct {
	name  string
	exp   *gnode
	empty bool

	first       *kindSet // what it can begin with, once it is known
	conditional bool     // a condition stands before some of first
}

// unbounded is JavaCC's Integer.MAX_VALUE.
const unbounded = math.MaxInt32

type grammar struct {
	prods map[string]*production
	order []*production

	switches int // choice points decided by one token (jj_la1)
	looks    []*lookahead
}

func readGrammar(text string) *grammar {
	g := &grammar{prods: map[string]*production{}}
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case line == "" || line[0] == '#':
		case line[0] == ' ':
			lines[len(lines)-1] += line
		default:
			lines = append(lines, line)
		}
	}
	bodies := make([]string, len(lines))
	for i, line := range lines {
		name, body, _ := strings.Cut(line, " =")
		p := &production{name: name}
		g.prods[name], bodies[i] = p, body
		g.order = append(g.order, p)
	}
	for i, p := range g.order {
		r := &grammarReader{g: g, words: grammarWords(bodies[i])}
		p.exp = r.choices()
	}
	g.analyse()
	return g
}

// grammarWords cuts a production's text into words, quoted symbols and brackets.
func grammarWords(s string) (out []string) {
	const marks = "()[]<>|!^%*+?:"
	for i := 0; i < len(s); {
		j := i + 1
		switch c := s[i]; {
		case c == ' ':
			i++
			continue
		case c == '"':
			j = i + 2 + strings.IndexByte(s[i+1:], '"')
		case strings.IndexByte(marks, c) < 0:
			for j < len(s) && strings.IndexByte(marks+` "`, s[j]) < 0 {
				j++
			}
		}
		out = append(out, s[i:j])
		i = j
	}
	return out
}

// grammarReader reads one production.
type grammarReader struct {
	g     *grammar
	words []string
}

func (r *grammarReader) peek() string {
	if len(r.words) == 0 {
		return ""
	}
	return r.words[0]
}

func (r *grammarReader) next() string {
	w := r.peek()
	r.words = r.words[1:]
	return w
}

func (r *grammarReader) accept(w string) bool {
	if r.peek() == w {
		r.next()
		return true
	}
	return false
}

func (r *grammarReader) choices() *gnode {
	alts := []*gnode{r.seq()}
	for r.accept("|") {
		alts = append(alts, r.seq())
	}
	if len(alts) == 1 {
		return alts[0]
	}
	return &gnode{shape: gChoice, kids: alts}
}

func (r *grammarReader) seq() *gnode {
	n := &gnode{shape: gSeq}
	n.look = &lookahead{amount: 1, exp: n}
	if r.accept("?") {
		r.lookahead(n)
	}
	for {
		switch r.peek() {
		case "", "|", ")", "]", ">":
			return n
		}
		n.kids = append(n.kids, r.unit())
	}
}

func (r *grammarReader) lookahead(n *gnode) {
	l := n.look
	l.amount = unbounded
	counted := false
	if w := r.peek(); w[0] >= '0' && w[0] <= '9' {
		l.amount, counted = int(w[0]-'0'), true
		r.next()
	}
	switch {
	case r.accept("<"):
		l.exp = r.choices()
		r.next()
	case r.accept(":"):
		l.cond = r.next()
		if !counted {
			l.amount = 0
		}
	}
}

func (r *grammarReader) unit() *gnode {
	switch w := r.next(); w {
	case "(":
		n := r.choices()
		r.next()
		switch {
		case r.accept("*"):
			return &gnode{shape: gStar, kids: []*gnode{n}}
		case r.accept("+"):
			return &gnode{shape: gPlus, kids: []*gnode{n}}
		}
		return n
	case "[":
		n := r.choices()
		r.next()
		return &gnode{shape: gOpt, kids: []*gnode{n}}
	case "!":
		return &gnode{shape: gAction, prod: r.prod(r.next())}
	case "^":
		return &gnode{shape: gReturn}
	case "%":
		return &gnode{shape: gJava}
	default:
		if k, ok := grammarToken(w); ok {
			return &gnode{shape: gToken, tok: k}
		}
		return &gnode{shape: gCall, prod: r.prod(w)}
	}
}

func (r *grammarReader) prod(name string) *production {
	p, ok := r.g.prods[name]
	if !ok {
		panic(fmt.Sprintf("grammar: no production %q", name))
	}
	return p
}

var symbolKinds = sync.OnceValue(func() map[string]kind {
	m := map[string]kind{"EOF": tEOF}
	for k, image := range symbolImages {
		m[strings.Trim(image, "<>")] = k
		m[image] = k
	}
	return m
})

func grammarToken(w string) (kind, bool) {
	if k, ok := keywordKind[w]; ok {
		return k, true
	}
	k, ok := symbolKinds()[w]
	return k, ok
}
