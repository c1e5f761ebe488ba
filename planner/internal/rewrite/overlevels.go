package rewrite

import "rowkind/planner/internal/expr"

// chooseLevels gives each entry the lowest level at which it can be computed: windows and other expressions take turns.
// Windows of one specification that do not depend on each other share a level. (CalcRelSplitter.chooseLevels)
func (s *splitter) chooseLevels() {
	p := s.prog
	s.level = make([]int, len(p.exprs))
	cohorts := s.cohorts()
	cohortOf := make([][]int, len(p.exprs))
	for _, co := range cohorts {
		for _, i := range co {
			cohortOf[i] = co
		}
	}
	inputs := map[int]int{} // highest level that a cohort reads, by its first member
	for _, i := range s.order(cohortOf) {
		if i < p.inputs {
			s.level[i] = -1
			continue
		}
		level := s.maxInput(i)
		if co := cohortOf[i]; co != nil {
			l, known := inputs[co[0]]
			if !known {
				for _, k := range co {
					l = max(l, s.maxInput(k))
				}
				inputs[co[0]] = l
			}
			level = l
		}
		_, isWindow := p.exprs[i].(*expr.Over)
		for ; level < len(s.window) && s.window[level] != isWindow; level++ {
		}
		s.level[i] = level
		if level == len(s.window) {
			s.window = append(s.window, isWindow)
		}
	}
	if n := len(s.window); n > 0 && s.window[n-1] {
		s.window = append(s.window, false)
	}
}

func (s *splitter) maxInput(i int) int {
	level := 0
	for _, o := range s.prog.operands(i) {
		level = max(level, s.level[o])
	}
	return level
}

// findUses finds the highest level at which each entry is read; what the projection yields is read above all.
func (s *splitter) findUses() {
	p := s.prog
	s.maxUse = make([]int, len(p.exprs))
	for i := range s.maxUse {
		s.maxUse[i] = -1
	}
	for i := p.inputs; i < len(p.exprs); i++ {
		for _, o := range p.operands(i) {
			s.maxUse[o] = max(s.maxUse[o], s.level[i])
		}
	}
	for _, i := range p.projects {
		s.maxUse[i] = len(s.window)
	}
}

// cohorts groups the windows of one specification none of which reads another.
func (s *splitter) cohorts() [][]int {
	var keys []string
	var list [][]int
	depends := make([]bool, len(s.prog.exprs)) // on a window; most windows read none
next:
	for i := s.prog.inputs; i < len(s.prog.exprs); i++ {
		for _, k := range s.prog.operands(i) {
			_, window := s.prog.exprs[k].(*expr.Over)
			depends[i] = depends[i] || window || depends[k]
		}
		o, ok := s.prog.exprs[i].(*expr.Over)
		if !ok {
			continue
		}
		key := windowDigest(o)
		for k := range list {
			if keys[k] == key && !(depends[i] && s.dependsOnAny(i, list[k])) {
				list[k] = append(list[k], i)
				continue next
			}
		}
		keys, list = append(keys, key), append(list, []int{i})
	}
	return list
}

// windowDigest is equal for windows of one specification.
func windowDigest(o *expr.Over) string {
	s := ""
	for _, e := range o.Partition {
		s += e.Digest() + ","
	}
	s += "|"
	for _, k := range o.Order {
		s += k.Expr.Digest()
		if k.Descending {
			s += " d"
		}
		if k.NullsFirst {
			s += " n"
		}
		s += ","
	}
	if o.Frame.Rows {
		s += "r"
	}
	for _, b := range []expr.Bound{o.Frame.Lower, o.Frame.Upper} {
		s += string(rune('0' + b.Kind))
		if b.Offset != nil {
			s += b.Offset.Digest()
		}
	}
	return s
}

func (s *splitter) dependsOnAny(i int, list []int) bool {
	s.c.budget.Check()
	for _, k := range list {
		if s.reads(i, k) {
			return true
		}
	}
	return false
}

// reads reports whether entry i reads entry k, however indirectly; k comes before i.
func (s *splitter) reads(i, k int) bool {
	if i == k {
		return true
	}
	if i < k {
		return false
	}
	for _, o := range s.prog.operands(i) {
		if s.reads(o, k) {
			return true
		}
	}
	return false
}

// order lists the entries operands first, members of a cohort after the operands of all of it
// (TopologicalOrderIterator: first come, first served).
func (s *splitter) order(cohortOf [][]int) []int {
	n := len(s.prog.exprs)
	edges := make([][]int, n)
	waiting := make([]int, n)
	// An entry points at its readers once; a cohort, named by its first member, is pointed at as a whole.
	type edge struct{ from, to int }
	have := map[edge]bool{}
	for i := range n {
		targets := cohortOf[i]
		if targets == nil {
			targets = []int{i}
		}
		for _, o := range s.prog.operands(i) {
			e := edge{o, targets[0]}
			if have[e] {
				continue
			}
			have[e] = true
			edges[o] = append(edges[o], targets...)
			for _, t := range targets {
				waiting[t]++
			}
		}
	}
	queue := make([]int, 0, n)
	for i := range n {
		if waiting[i] == 0 {
			queue = append(queue, i)
		}
	}
	for k := 0; k < len(queue); k++ {
		for _, t := range edges[queue[k]] {
			if waiting[t]--; waiting[t] == 0 {
				queue = append(queue, t)
			}
		}
	}
	return queue
}
