package web

import (
	"context"
	"strings"
	"testing"
)

func TestRich(t *testing.T) {
	for text, want := range map[string]string{
		"group by `a<b`, then":  "group by <code>a&lt;b</code>, then",
		"a[0] and [x,y] and [":  "a[0] and [x,y] and [",
		"`[I,UA]` is code":      "<code>[I,UA]</code> is code",
		"<script>[I,<script>]":  "&lt;script&gt;[I,&lt;script&gt;]",
		"an [unclosed I,UB, UA": "an [unclosed I,UB, UA",
	} {
		var b strings.Builder
		if err := Rich(text).Render(context.Background(), &b); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("%q: %s", text, b.String())
		}
	}
	var b strings.Builder
	if err := Rich("mode into the sink: [I,UB] becomes [I]").Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	if strings.Count(got, `class="chips"`) != 2 || strings.Count(got, `class="k k-ub"`) != 1 || strings.Contains(got, "[") {
		t.Errorf("modes are not chips: %s", got)
	}
}
