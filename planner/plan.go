package planner

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/changelog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/explain"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/parse"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rewrite"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
	"rowkind/planner/internal/validate"
)

// script runs the statements of one script, one after the other, against one session.
type script struct {
	budget  *diag.Budget
	session *catalog.Session
	opts    Options
	// inSet says that a BEGIN STATEMENT SET has not ended; open are its inserts, which END plans together.
	inSet bool
	open  []*logical.Node
	// planned is told of every plan, where somebody wants more than its text.
	planned func(*changelog.Plan)
	// spent is why the script ended early.
	spent error
	// zoned is the time zone that the setting of that name was read as.
	zoned struct {
		name string
		zone expr.Zone
	}
	// collected is told of the plan with which a client would run a SELECT.
	collected func(*changelog.Plan, error)
	// compared is told of the variants of an INSERT, before it is planned.
	compared func([]variant)
	// only says which of the statements that have a plan is planned, by where it ends; nil for all.
	only     func(end int) bool
	versions *versions
	asked    catalog.Asked
}

// earlier are the places of the statement set that is open.
func (r *script) earlier() *source.Places {
	if !r.inSet {
		return nil
	}
	return r.session.Places
}

// zone is the session's time zone, which is read from this machine once as long as it stays.
func (r *script) zone() expr.Zone {
	if name := r.session.Settings.Text("table.local-time-zone"); name != r.zoned.name {
		r.zoned.zone = r.session.Settings.Zone()
		r.zoned.name = name
	}
	return r.zoned.zone
}

// statement answers one piece of the script. A panic that is no refusal is a bug, which the answer says.
func (r *script) statement(p parse.Piece, index int) (s Statement) {
	s = Statement{Index: index, Span: Span{p.Start, p.Start + len(p.Text)}, SQL: p.Text}
	one := &single{script: r, base: p.Start, text: source.NewTextAt(p.Text, p.Start), out: &s}
	one.here = source.NewPlaces(one.text, r.earlier())
	r.session.Places = one.here
	r.asked = catalog.Asked{}
	defer func() {
		s.asked = r.asked
		bug := recover()
		if spent, ok := bug.(*diag.Spent); ok {
			one.fail(spent)
		} else if bug != nil {
			s.Verdict = NotModelled
			s.Unmodelled = &Unmodelled{Construct: "this statement (a bug: " + fmt.Sprint(bug) + ")", Span: &s.Span}
		}
	}()
	if err := r.session.Settings.CheckParser(); err != nil {
		one.fail(err)
		return s
	}
	stmt, err := r.parse(p.Text)
	if err == nil {
		s.Kind = kindOf(stmt)
		err = one.run(stmt)
	}
	one.fail(err)
	return s
}

// versions holds what the versions of one script have in common, by the texts of their statements.
type versions struct {
	parsed map[string]ast.Statement
	// uncorrelated says that a statement numbers no correlation variables, which are counted on in those that follow.
	uncorrelated map[string]bool
}

func (r *script) parse(text string) (ast.Statement, error) {
	if r.versions == nil {
		return parse.Within(text, r.budget)
	}
	if st := r.versions.parsed[text]; st != nil {
		return st, nil
	}
	st, err := parse.Within(text, r.budget)
	if err == nil {
		r.versions.parsed[text] = st
	}
	return st, err
}

// skips reports a statement that leaves no trace but its plan, which nobody asks for.
func (s *single) skips(stmt ast.Statement) bool {
	if s.only == nil || s.only(s.out.Span.End) {
		return false
	}
	switch stmt.(type) {
	case *ast.QueryStatement, *ast.Explain, *ast.Execute, *ast.StatementSet:
		return true
	case *ast.Insert:
		return !s.inSet
	}
	return false
}

// skip takes from the session what a statement takes from it, and no more.
func (s *single) skip(stmt ast.Statement) (err error) {
	s.out.Verdict = Done
	if s.versions.uncorrelated[s.out.SQL] {
		return nil
	}
	before := s.session.Correlations()
	_, err = s.trees(stmt, 1)
	s.versions.uncorrelated[s.out.SQL] = s.session.Correlations() == before
	return err
}

// single answers one statement.
type single struct {
	*script
	base int
	text *source.Text
	here *source.Places
	out  *Statement
}

// fail puts an error into the answer.
func (s *single) fail(err error) {
	if err == nil {
		return
	}
	s.out.Explain, s.out.Keys, s.out.Advice, s.out.Plan = "", "", "", nil
	var r *diag.Rejection
	var u *diag.Unmodelled
	switch {
	case errors.As(err, &r):
		s.out.Verdict = Rejected
		s.out.documentedRefusal(r, s.session)
		for _, l := range r.Chain {
			s.out.Errors = append(s.out.Errors, Error{Class: l.Class, Message: l.Message})
		}
		if n := len(s.out.Errors); n > 0 {
			s.out.Errors[n-1].Span = s.place(r.Span)
		}
	case errors.As(err, &u):
		s.out.Verdict = NotModelled
		s.out.Unmodelled = &Unmodelled{Construct: u.Construct, Span: s.place(u.Span)}
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled), errors.Is(err, diag.ErrTooLong):
		s.out.Verdict, s.spent = "", err // the script as a whole took too much
	default:
		s.out.Verdict = NotModelled
		s.out.Unmodelled = &Unmodelled{Construct: "this statement (" + err.Error() + ")", Span: s.place(source.Span{})}
	}
}

// place is where the statement says what a refusal is about: all of it, where nothing nearer is known.
func (s *single) place(at source.Span) *Span {
	if at.IsZero() {
		at = source.Span{End: len(s.text.String())}
	}
	at, _ = s.here.In(at)
	whole := s.out.Span
	if at.Start < whole.Start || at.End > whole.End {
		return &whole
	}
	return &Span{at.Start, at.End}
}

func (s *single) run(stmt ast.Statement) error {
	if s.skips(stmt) {
		return s.skip(stmt)
	}
	switch n := stmt.(type) {
	case *ast.QueryStatement, *ast.Insert, *ast.Explain, *ast.Execute, *ast.StatementSet:
		return s.plan(stmt)
	case *ast.CreateTable:
		if n.As != nil {
			root, err := s.createAs(n, true)
			if err != nil {
				return err
			}
			return s.finish([]*logical.Node{root})
		}
	case *ast.Delete, *ast.Update:
		return s.modify(changes(stmt), 1)
	case *ast.Merge:
		if _, err := validate.Query(s.session, merged(n), s.text, 1); err != nil {
			return err
		}
	case *ast.CompilePlan:
		return s.compile(n)
	case *ast.BeginStatementSet:
		s.inSet, s.open = true, nil
		s.out.Verdict = Done
		return nil
	case *ast.EndStatementSet:
		return s.endSet()
	}
	if err := s.session.Execute(stmt, s.text, s.ask()); err != nil {
		return err
	}
	s.out.Verdict = Done
	return nil
}

// plan makes the plan of a statement that has one.
func (s *single) plan(stmt ast.Statement) (err error) {
	defer diag.Catch(&err)
	if _, ok := stmt.(*ast.Insert); ok && s.inSet {
		s.here.Keep(s.text)
	}
	roots, err := s.trees(stmt, 1)
	if err != nil {
		return err
	}
	if _, ok := stmt.(*ast.Insert); ok && s.inSet {
		for _, root := range roots {
			s.open = append(s.open, logical.Shift(root, s.here, s.here.Kept()))
		}
		s.out.Verdict = Done
		return nil
	}
	if s.compared != nil && len(roots) == 1 {
		s.compared(s.variants(roots[0]))
	}
	if err := s.finish(roots); err != nil {
		return err
	}
	if s.collected != nil && s.out.Kind == "SELECT" {
		s.collected(s.planOf([]*logical.Node{logical.Collect(roots[0])}))
	}
	return nil
}

// compile plans what COMPILE PLAN writes to a file.
func (s *single) compile(c *ast.CompilePlan) (err error) {
	defer diag.Catch(&err)
	roots, err := s.trees(c.Statement, 2)
	if err != nil {
		return err
	}
	if err := s.finish(roots); err != nil {
		return err
	}
	s.out.AST, s.out.Explain, s.out.Keys, s.out.Plan = "", "", "", nil
	s.out.Verdict = Done
	return nil
}

// endSet plans the inserts of the statement set that ends here, as the SQL client does.
func (s *single) endSet() error {
	roots := s.open
	s.inSet, s.open = false, nil
	if len(roots) == 0 {
		return diag.New(diag.IllegalState, "No statement in the statement set, skip submit.", source.Span{})
	}
	return s.finish(roots)
}

// trees makes the logical trees of a statement, one for each sink. n counts Flink's nested validations around it.
func (s *single) trees(stmt ast.Statement, n int) ([]*logical.Node, error) {
	switch x := stmt.(type) {
	case *ast.QueryStatement:
		in, err := validate.Query(s.session, x.Query, s.text, n)
		if err != nil {
			return nil, err
		}
		return one(logical.Build(in, x.Query))
	case *ast.Insert:
		return s.insert(x, n)
	case *ast.Explain:
		if ins, ok := x.Statement.(*ast.Insert); ok {
			return s.insert(ins, n)
		}
		return s.trees(x.Statement, n+1)
	case *ast.Execute:
		return s.trees(x.Statement, n+1)
	case *ast.StatementSet:
		return s.set(x, n+1)
	case *ast.CreateTable:
		if x.As != nil {
			return one(s.createAs(x, false))
		}
	}
	return nil, &diag.Unmodelled{Construct: "EXPLAIN of this statement", Span: stmt.Span()}
}

func one(n *logical.Node, err error) ([]*logical.Node, error) { return []*logical.Node{n}, err }

func (s *single) insert(x *ast.Insert, n int) ([]*logical.Node, error) {
	in, err := validate.Insert(s.session, x, s.text, n)
	if err != nil {
		return nil, diag.Near(err, x.Table.Span())
	}
	if x.Extended {
		const cast = "org.apache.calcite.sql.SqlBasicCall"
		const to = "org.apache.calcite.sql.SqlIdentifier"
		return nil, diag.New("java.lang.ClassCastException", "class "+cast+" cannot be cast to class "+to+" ("+cast+" and "+to+" are in unnamed module of loader 'app')", x.Table.Span())
	}
	if !s.inSet {
		if err := s.checkMode(in, x); err != nil {
			return nil, err
		}
	}
	return one(logical.Insert(in, x))
}

// checkMode refuses to plan an INSERT in another mode than the session's, as Flink does between the query and its sink.
func (s *single) checkMode(in *validate.Info, x *ast.Insert) error {
	mismatch := s.otherMode()
	if mismatch == nil || s.session.Find(x.Table.Texts()) == nil {
		return nil
	}
	if _, err := logical.Build(in, x.Query); err != nil {
		return err
	}
	return mismatch
}

// otherMode is the refusal of the session's mode, nil where it is this planner's.
func (s *single) otherMode() (err error) {
	defer diag.Catch(&err)
	s.session.Settings.CheckRuntimeMode()
	return nil
}

// set validates all inserts of a statement set before it makes the first tree.
func (s *single) set(x *ast.StatementSet, n int) ([]*logical.Node, error) {
	infos := make([]*validate.Info, len(x.Inserts))
	for i, ins := range x.Inserts {
		in, err := validate.Insert(s.session, ins, s.text, n)
		if err != nil {
			return nil, err
		}
		infos[i] = in
	}
	for i, ins := range x.Inserts {
		if err := s.checkMode(infos[i], ins); err != nil {
			return nil, err
		}
	}
	roots := make([]*logical.Node, len(x.Inserts))
	for i, ins := range x.Inserts {
		root, err := logical.Insert(infos[i], ins)
		if err != nil {
			return nil, err
		}
		roots[i] = root
	}
	return roots, nil
}

// finish takes the logical trees through the optimizer and writes the plan.
func (s *single) finish(roots []*logical.Node) (err error) {
	defer diag.Catch(&err)
	s.session.Settings.CheckRuntimeMode()
	s.session.Settings.CheckEnvironment()
	s.out.documentedIn(roots)
	for i := range roots {
		roots[i] = logical.LiteralsInZone(roots[i], s.zone())
	}
	s.out.AST = explain.Logical(roots, s.budget)
	p, err := s.planOf(roots)
	if err != nil {
		return err
	}
	if s.planned != nil {
		s.planned(p)
	}
	printer := explain.NewPrinter(s.budget)
	s.out.Explain = printer.Text(s.out.AST, p.Roots, p.Exec)
	s.out.Keys = printer.KeyedPlan(p.Roots)
	if s.opts.Advice {
		s.out.Advice = changelog.Advice(p, s.session.Settings)
	}
	tree, a := assemble(p, s.here, printer)
	if s.opts.Reasons {
		a.reasons(p, s.session.Settings, s.budget)
	}
	s.out.Plan = tree
	s.out.documentedBy(p)
	s.out.Verdict = Planned
	return nil
}

// planOf takes logical trees through the optimizer.
func (s *single) planOf(roots []*logical.Node) (p *changelog.Plan, err error) {
	defer diag.Catch(&err)
	set, err := physical.PlanSettings(s.session.Settings, roots)
	if err != nil {
		return nil, err
	}
	resolved, err := logical.ResolveHints(roots)
	if err != nil {
		return nil, err
	}
	for i := range resolved {
		resolved[i] = logical.CastsInZone(resolved[i], s.zone())
	}
	done, err := s.optimizeAll(resolved, set)
	if err != nil {
		return nil, err
	}
	p = changelog.Assemble(done, s.session.Settings)
	return p, changelog.Translate(p, s.session.Settings)
}

// optimizeAll optimizes the trees of a statement (CommonSubGraphBasedOptimizer).
func (s *single) optimizeAll(roots []*logical.Node, set catalog.Settings) (done []*changelog.Annotated, err error) {
	if len(roots) > 1 && set.Bool("table.optimizer.reuse-optimize-block-with-digest-enabled") {
		done, err = s.optimizeBlocks(roots, set)
	} else {
		done, err = s.optimizeEach(roots, set)
	}
	if err != nil {
		return nil, err
	}
	for _, a := range done {
		given := a.Root
		if err := a.Complete(); err != nil {
			s.out.below = s.below(given, set, err)
			return nil, diag.Near(err, given.Span)
		}
	}
	return done, nil
}

func (s *single) optimizeEach(roots []*logical.Node, set catalog.Settings) ([]*changelog.Annotated, error) {
	done := make([]*changelog.Annotated, len(roots))
	for i, root := range roots {
		now, err := rewrite.Optimize(root, set, s.zone(), s.budget)
		if err == nil {
			done[i], err = s.infer(now, nil, changelog.SinkDemand(set), set)
		}
		if err != nil {
			return nil, err
		}
	}
	return done, nil
}

// infer makes the physical tree of an optimized one, and finds what its nodes send.
func (s *single) infer(root *logical.Node, blocks map[string]*physical.Block, asked changelog.Demand, set catalog.Settings) (*changelog.Annotated, error) {
	phys, err := physical.Convert(root, blocks, set, s.budget)
	if err != nil {
		return nil, err
	}
	a, err := changelog.Infer(phys, asked, set, s.budget)
	if err != nil {
		s.out.below = s.below(phys, set, err)
	}
	return a, diag.Near(err, phys.Span)
}

// createAs is CREATE TABLE … AS and its kin: the table is declared with the query's columns and added, even where what
// follows fails; then the query, with a column for each of the table's, is written into the table of that name.
// EXPLAIN does not add it.
func (s *single) createAs(c *ast.CreateTable, add bool) (*logical.Node, error) {
	if err := catalog.CheckCreate(c); err != nil {
		return nil, err
	}
	in, err := validate.Query(s.session, c.As, s.text, 1)
	query, err := yields(in, c.As, err)
	if err != nil {
		return nil, err
	}
	t, err := s.session.Declare(c, s.text, s.ask(), query)
	if err != nil {
		return nil, err
	}
	in, err = validate.As(s.session, c.As, s.text, t, query)
	if err != nil {
		return nil, err
	}
	q, err := logical.Build(in, c.As)
	if err != nil {
		return nil, err
	}
	if add {
		if err := s.session.Add(t, c); err != nil {
			return nil, err
		}
		t = s.session.Table(t.ID)
	}
	return logical.InsertInto(s.session, t, q, c.Name.Span())
}

func columnsOf(row *types.Type) []catalog.Column {
	out := make([]catalog.Column, len(row.Fields))
	for i, f := range row.Fields {
		out[i] = catalog.Column{Name: f.Name, Type: f.Type}
	}
	return out
}

// ask gives the catalog what it needs of validation.
func (s *single) ask() catalog.Ask {
	return catalog.Ask{
		TypeOf: validate.ColumnTypes(s.session),
		Query: func(q ast.Query, text *source.Text) ([]catalog.Column, error) {
			in, err := validate.Query(s.session, q, text, 0)
			return yields(in, q, err)
		},
		View: func(q ast.Query, text *source.Text, list []string) ([]catalog.Column, *catalog.Meant, error) {
			in, err := validate.View(s.session, q, text, list)
			columns, err := yields(in, q, err)
			return columns, in.Meant(), err
		},
	}
}

// yields are the columns of a validated query.
func yields(in *validate.Info, q ast.Query, err error) ([]catalog.Column, error) {
	if err != nil {
		return nil, err
	}
	row, err := logical.Row(in, q)
	if err != nil {
		return nil, err
	}
	return columnsOf(row), nil
}

// kindOf names a statement as the oracle does.
func kindOf(stmt ast.Statement) string {
	switch x := stmt.(type) {
	case *ast.QueryStatement:
		return "SELECT"
	case *ast.Insert, *ast.Update, *ast.Delete:
		return "INSERT"
	case *ast.Explain:
		return kindOf(x.Statement)
	case *ast.Execute:
		return kindOf(x.Statement)
	case *ast.StatementSet:
		return "STATEMENT SET"
	case *ast.CreateTable:
		if x.As != nil {
			return "CREATE TABLE AS"
		}
	case *ast.Set:
		return "SET"
	case *ast.Reset:
		return "RESET"
	case *ast.BeginStatementSet:
		return "BEGIN STATEMENT SET"
	case *ast.EndStatementSet:
		return "END"
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", stmt), "*ast.")
}
