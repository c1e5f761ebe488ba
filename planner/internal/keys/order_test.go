package keys

import (
	"strings"
	"testing"
)

// The orders are what Flink printed.
func TestScalaOrder(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"[id]; [id, id0]; [id0]", "[id0]; [id, id0]; [id]"},
		{"[b]; [a]; [c]; [a, b]; [b, c]", "[b, c]; [a, b]; [c]; [a]; [b]"},
		{"[name, w$start]; [name, w$end]; [name, w$rowtime]; [name, w$proctime]",
			"[name, w$start]; [name, w$end]; [name, w$proctime]; [name, w$rowtime]"},
	} {
		if got := strings.Join(ScalaOrder(strings.Split(c.in, "; ")), "; "); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestJavaOrder(t *testing.T) {
	got := SetOf(Of(0, 4), Of(4), Of(0)).JavaOrder()
	var s []string
	for _, k := range got {
		s = append(s, k.String())
	}
	// 1234^1 = 1235, 1234^16 = 1218, 1234^17 = 1219: slots 3, 2, 3.
	if strings.Join(s, " ") != "{4} {0, 4} {0}" {
		t.Error(s)
	}
}
