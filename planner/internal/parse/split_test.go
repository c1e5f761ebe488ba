package parse

import (
	"slices"
	"testing"
)

func TestSplit(t *testing.T) {
	for script, want := range map[string][]string{
		"":                              nil,
		" ; ;":                          nil,
		"-- only a comment\n;":          nil,
		"SELECT 1; -- one\nSELECT 2":    {"SELECT 1", "-- one\nSELECT 2"},
		"SELECT ';', `;`, \";\" /*;*/;": {"SELECT ';', `;`, \";\" /*;*/"},
		"BEGIN STATEMENT SET; INSERT INTO a SELECT 1; END;":                                       {"BEGIN STATEMENT SET", "INSERT INTO a SELECT 1", "END"},
		"EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT CASE WHEN b THEN 1 END; END; SELECT 2;": {"EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT CASE WHEN b THEN 1 END; END", "SELECT 2"},
		"SET 'a' = 'b'; BEGIN STATEMENT SET; END":                                                 {"SET 'a' = 'b'", "BEGIN STATEMENT SET", "END"},
		"SELECT 'unclosed; SELECT 2":                                                              {"SELECT 'unclosed; SELECT 2"},
	} {
		var got []string
		for _, p := range Split(script) {
			got = append(got, p.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q\n\tgot  %q\n\twant %q", script, got, want)
		}
	}
	p := Split("é😀;\n SELECT 1")
	if len(p) != 2 || p[1].Offset != 4 || p[1].Start != len("é😀;\n ") {
		t.Errorf("offsets: %+v", p)
	}
}

func TestCommand(t *testing.T) {
	for text, want := range map[string]bool{
		"SET": true, "set ;": true, "SET a=b": true, "SET a = 'b c' ;": true, "SET 'a' = 'b'": false, "SET a b": false,
		"SET a = b c": false, "SET a=b=c": true, "RESET a": true, "RESET 'a'": false, "QUIT;": true, "EXIT": true, "HELP x": false,
		"CLEAR": true, "-- x\nSET a = b": false, "SETTING": false, "SET a = ": false,
	} {
		if got := command(text) != nil; got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestReserved(t *testing.T) {
	if !Reserved("views") || !Reserved("VALUE") || Reserved("name") || Reserved("no_keyword") || len(Keywords()) != 787 {
		t.Error("keywords")
	}
}
