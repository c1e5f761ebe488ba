package hostile

import "strings"

// MySQL are dumps for the import, which nothing but MySQL's own parser has read before.
func MySQL() []Script {
	create := func(columns string) string {
		return "CREATE TABLE t (id INT PRIMARY KEY, " + columns + ") ENGINE=InnoDB"
	}
	all := []Script{
		{"columns", create(strings.TrimSuffix(times(3500, "c%d INT DEFAULT 1, "), ", "))},
		{"tables", times(1500, "CREATE TABLE t%d (a INT PRIMARY KEY);\n")},
		{"an enumeration", create("e ENUM('x'" + times(6000, ",'%d'") + ")")},
		{"keys", create("c INT" + times(3000, ", KEY k%d (c)"))},
		{"foreign keys", create("c INT" + times(900, ", CONSTRAINT f%d FOREIGN KEY (c) REFERENCES u (id)"))},
		{"partitions", create("c INT") + " PARTITION BY RANGE (id) (" + strings.TrimSuffix(times(1500, "PARTITION p%[1]d VALUES LESS THAN (%[1]d), "), ", ") + ")"},
		{"a check", create("c INT CHECK (" + around("(", "c > 1", ")", Size) + ")")},
		{"a generated column", create("c INT AS (" + around("ABS(", "id", ")", Size) + ")")},
		{"a sum", create("c INT AS (id" + strings.Repeat("+id", 20000) + ")")},
		{"a default", create("c INT DEFAULT (" + strings.Repeat("-", 60000) + "1)")},
		{"comments", create("c INT") + " COMMENT='" + strings.Repeat("x", 60000) + "'"},
		{"version comments", "CREATE TABLE t (id INT PRIMARY KEY) " + strings.Repeat("/*!40101 ", 7000)},
		{"open comments", fit("/*! ")},
		{"open quotes", "CREATE TABLE `" + fit("`")},
		{"escapes", create("c VARCHAR(9) DEFAULT '" + fit(`\'`) + "'")},
		{"inserts", "CREATE TABLE t (id INT PRIMARY KEY);\nINSERT INTO t VALUES (1)" + strings.Repeat(", (1)", 12000)},
		{"queries", "CREATE TABLE t AS " + fit("SELECT * FROM (")},
		{"lengths", create("c VARCHAR(99999999999999999999), d DECIMAL(99999999999, 99999999999), b BIT(99999999999)")},
		{"character sets", create("c VARCHAR(9) CHARACTER SET " + strings.Repeat("x", 50000))},
		{"delimiters", fit("DELIMITER ;;\n")},
		{"invalid UTF-8", create("`\xff\xfe` INT COMMENT '" + fit("\xc0") + "'")},
		{"NULs", create("c INT" + fit("\x00"))},
	}
	for i := range all {
		if len(all[i].SQL) > Size {
			all[i].SQL = all[i].SQL[:Size]
		}
	}
	return all
}
