package diag

import (
	"errors"
	"testing"

	"rowkind/planner/internal/source"
)

func TestWhere(t *testing.T) {
	x := source.NewText("SELECT a,\n  bcd")
	for span, want := range map[source.Span]string{
		{}:                   "At line 0, column 0",
		{Start: 7, End: 8}:   "At line 1, column 8",
		{Start: 12, End: 15}: "From line 2, column 3 to line 2, column 5",
		{Start: 7, End: 15}:  "From line 1, column 8 to line 2, column 5",
	} {
		if got := Where(x, span); got != want {
			t.Errorf("%v: %s", span, got)
		}
	}
	r := Validated(InContext(x, source.Span{Start: 7, End: 8}, "no"), 2)
	if r.Error() != "SQL validation failed. SQL validation failed. At line 1, column 8: no" || len(r.Chain) != 4 || r.Root().Message != "no" {
		t.Errorf("%+v", r.Chain)
	}
}

func TestCatch(t *testing.T) {
	run := func(f func()) (err error) {
		defer Catch(&err)
		f()
		return nil
	}
	var r *Rejection
	if err := run(func() { Fail(Table, source.Span{}, "no %d", 1) }); !errors.As(err, &r) || r.Error() != "no 1" {
		t.Error(err)
	}
	var u *Unmodelled
	if err := run(func() { Unknown(source.Span{}, "this") }); !errors.As(err, &u) {
		t.Error(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("a bug is caught")
		}
	}()
	_ = run(func() { panic("bug") })
}
