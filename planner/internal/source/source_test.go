package source

import "testing"

func TestPosition(t *testing.T) {
	x := NewText("ab\r\nc😀d\re\n")
	for off, want := range map[int][2]int{0: {1, 1}, 2: {1, 3}, 4: {2, 1}, 5: {2, 2}, 9: {2, 4}, 11: {3, 1}, 13: {4, 1}, 99: {4, 1}} {
		line, col := x.Position(off)
		if line != want[0] || col != want[1] {
			t.Errorf("offset %d: line %d, column %d", off, line, col)
		}
		if got := x.Offset(line, col); off < 20 && got != off {
			t.Errorf("line %d, column %d: offset %d, not %d", line, col, got, off)
		}
	}
	if line, col := x.Last(Span{4, 9}); line != 2 || col != 3 {
		t.Errorf("the last unit of a pair: line %d, column %d", line, col)
	}
}

func TestSpan(t *testing.T) {
	a, b := Span{2, 4}, Span{6, 9}
	if a.Join(b) != (Span{2, 9}) || a.Join(Span{}) != a || (Span{}).Join(b) != b || !a.Join(b).Contains(b) || a.Contains(b) {
		t.Error("spans")
	}
	if NewText("abc").Slice(Span{1, 9}) != "bc" {
		t.Error("a slice beyond the text")
	}
}
