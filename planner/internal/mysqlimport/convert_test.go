package mysqlimport

import (
	"strings"
	"testing"

	"rowkind/planner/internal/parse"
)

const orders = `CREATE TABLE ` + "`orders`" + ` (
  ` + "`id`" + ` bigint(20) unsigned NOT NULL AUTO_INCREMENT COMMENT 'it''s the key',
  ` + "`customer_id`" + ` int(11) DEFAULT NULL,
  ` + "`status`" + ` enum('new','paid') COLLATE utf8mb4_bin NOT NULL DEFAULT 'new',
  ` + "`tags`" + ` set('a','b') DEFAULT NULL,
  ` + "`flags`" + ` bit(10) DEFAULT NULL,
  ` + "`active`" + ` tinyint(1) NOT NULL DEFAULT '1',
  ` + "`level`" + ` tinyint unsigned DEFAULT NULL,
  ` + "`amount`" + ` decimal(12,2) NOT NULL,
  ` + "`huge`" + ` decimal(60,5) DEFAULT NULL,
  ` + "`doc`" + ` json DEFAULT NULL,
  ` + "`note`" + ` text CHARACTER SET latin1,
  ` + "`raw`" + ` varbinary(20) DEFAULT NULL,
  ` + "`made`" + ` datetime(6) DEFAULT NULL,
  ` + "`seen`" + ` timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  ` + "`at`" + ` time DEFAULT NULL,
  ` + "`year`" + ` year DEFAULT NULL,
  ` + "`total`" + ` decimal(12,2) GENERATED ALWAYS AS ((` + "`amount`" + ` * 2)) STORED,
  ` + "`where_is`" + ` point NOT NULL /*!80003 SRID 4326 */,
  PRIMARY KEY (` + "`id`" + `),
  UNIQUE KEY ` + "`u`" + ` (` + "`customer_id`" + `,` + "`made`" + `),
  KEY ` + "`k`" + ` (` + "`status`" + `(3),` + "`made`" + ` DESC),
  SPATIAL KEY ` + "`s`" + ` (` + "`where_is`" + `),
  CONSTRAINT ` + "`fk`" + ` FOREIGN KEY (` + "`customer_id`" + `) REFERENCES ` + "`customers`" + ` (` + "`id`" + `) ON DELETE CASCADE,
  CONSTRAINT ` + "`positive`" + ` CHECK ((` + "`amount`" + ` > 0))
) ENGINE=InnoDB AUTO_INCREMENT=17 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci COMMENT='all orders'
/*!50100 PARTITION BY HASH (` + "`id`" + `)
PARTITIONS 4 */`

func convert(t *testing.T, sql, target string) (Result, string) {
	t.Helper()
	r, err := Convert(sql, target, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range parse.Split(r.SQL) {
		if _, err := parse.Statement(p.Text); err != nil {
			t.Errorf("Flink refuses\n%s\n%v", p.Text, err)
		}
	}
	var notes []string
	for _, n := range r.Notes {
		notes = append(notes, n.Message)
		if n.Span.Start < 0 || n.Span.End > len(sql) || n.Span.Start > n.Span.End {
			t.Errorf("span %v of %q", n.Span, n.Message)
		}
	}
	return r, strings.Join(notes, "\n")
}

func TestMySQLCDC(t *testing.T) {
	r, notes := convert(t, orders, MySQLCDC)
	want := "CREATE TABLE orders (\n" +
		"  id          DECIMAL(20, 0) NOT NULL COMMENT 'it''s the key',\n" +
		"  customer_id INT,\n" +
		"  status      STRING NOT NULL,\n" +
		"  tags        ARRAY<STRING>,\n" +
		"  flags       BINARY(2),\n" +
		"  active      BOOLEAN NOT NULL,\n" +
		"  level       SMALLINT,\n" +
		"  amount      DECIMAL(12, 2) NOT NULL,\n" +
		"  huge        STRING,\n" +
		"  doc         STRING,\n" +
		"  note        STRING,\n" +
		"  `raw`       VARBINARY(20),\n" +
		"  made        TIMESTAMP(6),\n" +
		"  seen        TIMESTAMP_LTZ(3) NOT NULL,\n" +
		"  `at`        TIME(0),\n" +
		"  `year`      INT,\n" +
		"  total       DECIMAL(12, 2),\n" +
		"  where_is    STRING NOT NULL,\n" +
		"  PRIMARY KEY (id) NOT ENFORCED\n" +
		") COMMENT 'all orders' WITH (\n" +
		"  'connector' = 'mysql-cdc',\n" +
		"  'hostname' = 'localhost',\n" +
		"  'username' = 'user',\n" +
		"  'password' = 'password',\n" +
		"  'database-name' = 'mydb',\n" +
		"  'table-name' = 'orders'\n);\n"
	if r.SQL != want {
		t.Errorf("got\n%s\nwant\n%s", r.SQL, want)
	}
	for _, word := range []string{
		"AUTO_INCREMENT", "DEFAULT 'new'", "utf8mb4_bin", "latin1", "ENUM('new','paid')", "SET('a','b')", "DECIMAL(60,5)",
		"ON UPDATE CURRENT_TIMESTAMP", "GENERATED ALWAYS AS", "UNIQUE KEY u (customer_id, made)", "KEY k (status(3), made)",
		"SPATIAL KEY", "FOREIGN KEY fk", "REFERENCES customers (id)", "CHECK positive", "ENGINE", "PARTITION BY HASH", "POINT",
		"SRID 4326", "TINYINT(1)", "Placeholders stand for hostname, username, password and the database's name.",
	} {
		if !strings.Contains(notes, word) {
			t.Errorf("no note names %s in\n%s", word, notes)
		}
	}
}

func TestOtherTargets(t *testing.T) {
	r, _ := convert(t, orders, JDBC)
	for _, want := range []string{"seen        TIMESTAMP(3) NOT NULL", "tags        STRING", "`raw`       BYTES", "huge        DECIMAL(38, 5)",
		"'url' = 'jdbc:mysql://localhost:3306/mydb'"} {
		if !strings.Contains(r.SQL, want) {
			t.Errorf("no %s in\n%s", want, r.SQL)
		}
	}
	tidb := "CREATE TABLE `t` (\n  `id` bigint(20) NOT NULL /*T![auto_rand] AUTO_RANDOM(5) */,\n  `v` varchar(20) DEFAULT NULL,\n" +
		"  PRIMARY KEY (`id`) /*T![clustered_index] CLUSTERED */\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin /*T! SHARD_ROW_ID_BITS=4 */"
	r, notes := convert(t, tidb, TiDBCDC)
	if !strings.Contains(r.SQL, "'pd-addresses' = 'localhost:2379'") || !strings.Contains(r.SQL, "v  VARCHAR(20)") ||
		!strings.Contains(notes, "AUTO_RANDOM") || !strings.Contains(notes, "SHARD_ROW_ID_BITS") {
		t.Errorf("%s\n%s", r.SQL, notes)
	}
	if _, err := Convert(orders, "kafka", Options{}); err == nil {
		t.Error("a connector that imports nothing is accepted")
	}
}

// TestListings reads the frames that the mysql client prints.
func TestListings(t *testing.T) {
	for name, sql := range map[string]string{
		"vertical": "mysql> SHOW CREATE TABLE a\\G\n*************************** 1. row ***************************\n       Table: a\n" +
			"Create Table: CREATE TABLE `a` (\n  `x` int DEFAULT NULL\n) ENGINE=InnoDB\n1 row in set (0.00 sec)\n",
		"framed": "+-------+--------------+\n| Table | Create Table |\n+-------+--------------+\n" +
			"| a     | CREATE TABLE `a` (\n  `x` int DEFAULT NULL\n) ENGINE=InnoDB |\n+-------+--------------+\n1 row in set (0.01 sec)\n",
		"batch": "a\tCREATE TABLE `a` (\\n  `x` int DEFAULT NULL\\n) ENGINE=InnoDB",
		"two":   "USE shop;\nCREATE TABLE b (x int primary key); CREATE TABLE `a` (x int)",
	} {
		r, err := Convert(sql, MySQLCDC, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if last := r.Tables[len(r.Tables)-1]; last.Name != "a" || len(last.Columns) != 1 || last.Columns[0] != "x" {
			t.Errorf("%s: %+v", name, r.Tables)
		}
		if name == "two" && (len(r.Tables) != 2 || r.Tables[0].Database != "shop" || len(r.Tables[0].Key) != 1) {
			t.Errorf("%+v", r.Tables)
		}
	}
}

func TestKeys(t *testing.T) {
	r, notes := convert(t, "CREATE TABLE a (x int NOT NULL, Y int NOT NULL, UNIQUE KEY k (X, y))", MySQLCDC)
	if k := strings.Join(r.Tables[0].Key, ","); k != "x,Y" || !strings.Contains(notes, "serves as one") {
		t.Errorf("%s\n%s", k, notes)
	}
	r, notes = convert(t, "CREATE TABLE a (x varchar(300) NOT NULL, PRIMARY KEY (x(10)))", MySQLCDC)
	if r.Tables[0].Key != nil || !strings.Contains(notes, "prefixes") || !strings.Contains(r.SQL, "'scan.incremental.snapshot.enabled' = 'false'") {
		t.Errorf("%s\n%s", r.SQL, notes)
	}
}

func TestSpatialKeyAtTheEnd(t *testing.T) {
	_, notes := convert(t, "CREATE TABLE `a` (\n  `x` int NOT NULL,\n  `g` geometry NOT NULL /*!80003 SRID 0 */,\n  PRIMARY KEY (`x`),\n"+
		"  SPATIAL KEY `g` (`g`)\n) ENGINE=InnoDB", MySQLCDC)
	if !strings.Contains(notes, "SPATIAL KEY `g` (`g`)") || !strings.Contains(notes, "GEOMETRY") {
		t.Error(notes)
	}
}

func TestAccepts(t *testing.T) {
	for sql, want := range map[string]bool{
		"SELECT * FROM `t` LIMIT 1, 2": true, "CREATE TABLE a (x int)": true, "": false, "SELEC 1": false,
		"CREATE TABLE a (x INT) WITH ('connector' = 'print')": false,
	} {
		if got := Accepts(sql); got != want {
			t.Errorf("%q: %v", sql, got)
		}
	}
	if HasTables("SELECT 1") || !HasTables(orders) {
		t.Error("HasTables")
	}
	if _, err := Convert("SELECT 1", JDBC, Options{}); err == nil {
		t.Error("nothing to import")
	}
	if _, err := Convert("no SQL", JDBC, Options{}); err == nil {
		t.Error("no MySQL")
	}
}
