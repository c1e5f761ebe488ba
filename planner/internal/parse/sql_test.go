package parse

import (
	"testing"

	"rowkind/planner/internal/ast"
)

// TestSQL spells expressions as Calcite's toString does.
func TestSQL(t *testing.T) {
	for sql, want := range map[string]string{
		"a+b*c":                    "`a` + `b` * `c`",
		"(a+b)*c":                  "(`a` + `b`) * `c`",
		"a-(b-c)":                  "`a` - (`b` - `c`)",
		"a or b and not c":         "`a` OR `b` AND NOT `c`",
		"(a or b) and c":           "(`a` OR `b`) AND `c`",
		"a is null and b = -1":     "`a` IS NULL AND `b` = -1",
		"a between 1 and 2":        "`a` BETWEEN ASYMMETRIC 1 AND 2",
		"x.a not in (1, 'it''s')":  "`x`.`a` NOT IN (1, 'it''s')",
		"upper(a) like 'x%'":       "UPPER(`a`) LIKE 'x%'",
		"count(*)":                 "COUNT(*)",
		"sum(distinct a)":          "SUM(DISTINCT `a`)",
		"case a when 1 then 2 end": "CASE WHEN `a` = 1 THEN 2 ELSE NULL END",
		"ts - interval '1' day":    "`ts` - INTERVAL '1' DAY",
		"current_timestamp":        "CURRENT_TIMESTAMP",
		"array[1, 2][1]":           "ARRAY[1, 2][1]",
		"(select 1)":               "",
		"cast(a as int)":           "",
	} {
		e, err := Expression(sql)
		if err != nil {
			t.Errorf("%s: %v", sql, err)
			continue
		}
		if got := ast.SQL(e, nil); got != want {
			t.Errorf("%s\n\tgot  %s\n\twant %s", sql, got, want)
		}
	}
	e, _ := Expression("a + 1")
	if got := ast.SQL(e, func(id *ast.Ident) []string { return append([]string{"t"}, id.Texts()...) }); got != "`t`.`a` + 1" {
		t.Error(got)
	}
}
