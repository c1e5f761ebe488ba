package ast

// QueryStatement is a query on its own.
type QueryStatement struct {
	Base
	Query Query
}

// Insert is INSERT INTO or OVERWRITE.
type Insert struct {
	Base
	Upsert     bool
	Overwrite  bool
	Table      *Ident
	Hints      []Hint
	Partition  []PartitionItem
	Columns    []*Ident
	Extended   bool // columns with types follow the table
	Query      Query
	OnConflict string // "", ERROR, NOTHING, DEDUPLICATE
}

// Delete is DELETE FROM.
type Delete struct {
	Base
	Table *Ident
	Hints []Hint
	Alias *Name
	Where Expr
}

// Assignment is column = value.
type Assignment struct {
	Base
	Column *Ident
	Value  Expr
}

// Update is UPDATE … SET.
type Update struct {
	Base
	Table *Ident
	Hints []Hint
	Alias *Name
	Set   []Assignment
	Where Expr
}

// Merge is MERGE INTO.
type Merge struct {
	Base
	Table         *Ident
	Hints         []Hint
	Alias         *Name
	Source        TableExpr
	On            Expr
	Set           []Assignment // WHEN MATCHED THEN UPDATE
	HasUpdate     bool
	InsertColumns []Name
	InsertRow     *Row // WHEN NOT MATCHED THEN INSERT, or nil
}

// Explain is EXPLAIN. Details are in capitals, in the order written.
type Explain struct {
	Base
	PlanFor   bool
	Details   []string
	Statement Statement
	Calcite   bool // the other EXPLAIN of the grammar, EXPLAIN PLAN WITH … FOR
}

// Execute is EXECUTE of a query, an insert or a statement set.
type Execute struct {
	Base
	Statement Statement
}

// StatementSet is STATEMENT SET BEGIN insert; … END.
type StatementSet struct {
	Base
	Inserts []*Insert
}

// BeginStatementSet is BEGIN STATEMENT SET.
type BeginStatementSet struct{ Base }

// EndStatementSet is END.
type EndStatementSet struct{ Base }

// CompilePlan is COMPILE PLAN, or with Execute COMPILE AND EXECUTE PLAN.
type CompilePlan struct {
	Base
	Execute     bool
	Path        Expr
	IfNotExists bool
	Statement   Statement
}

// ExecutePlan is EXECUTE PLAN 'path'.
type ExecutePlan struct {
	Base
	Path Expr
}

// Set is SET 'key' = 'value', or SET alone.
type Set struct {
	Base
	HasKey     bool
	Key, Value string
	Command    bool // read by the command patterns before the grammar
}

// Reset is RESET 'key', or RESET alone.
type Reset struct {
	Base
	HasKey  bool
	Key     string
	Command bool
}

// SetOption is Calcite's SET a.b = c and ALTER SYSTEM SET …, which Flink parses and refuses.
type SetOption struct {
	Base
	Scope string
	Name  *Ident
	Value Expr // nil for RESET
}

// Use is USE CATALOG c, USE d or USE MODULES a, b: Kind is CATALOG, DATABASE or MODULES.
type Use struct {
	Base
	Kind  string
	Name  *Ident
	Names []Name
}

// Show is SHOW of anything; Kind in capitals: CATALOGS, CURRENT CATALOG, DATABASES, CURRENT DATABASE, TABLES, VIEWS,
// MATERIALIZED TABLES, COLUMNS, FUNCTIONS, USER FUNCTIONS, PROCEDURES, MODELS, CONNECTIONS, MODULES, FULL MODULES, PARTITIONS, JARS, JOBS,
// CREATE TABLE, CREATE VIEW, CREATE CATALOG, CREATE MODEL, CREATE CONNECTION, CREATE MATERIALIZED TABLE.
type Show struct {
	Base
	Kind      string
	Prep      string // FROM or IN
	Name      *Ident
	NotLike   bool
	LikeKind  string // LIKE, ILIKE
	Like      *Str
	Partition *PartitionSpec
	OrAlter   bool
}

// Describe is DESCRIBE or DESC; Kind: TABLE, CATALOG, DATABASE, FUNCTION, MODEL, CONNECTION, JOB, and CALCITE for forms that
// only Calcite's own rule takes.
type Describe struct {
	Base
	Kind     string
	Extended bool
	Name     *Ident
	Column   *Name
	Job      *Str
}

// Module is LOAD MODULE or UNLOAD MODULE.
type Module struct {
	Base
	Unload  bool
	Name    Name
	Options []Option
}

// Jar is ADD JAR or REMOVE JAR.
type Jar struct {
	Base
	Remove bool
	Path   Str
}

// AnalyzeTable is ANALYZE TABLE.
type AnalyzeTable struct {
	Base
	Table      *Ident
	Partition  []PartitionItem
	Columns    []Name
	AllColumns bool
}

// StopJob is STOP JOB.
type StopJob struct {
	Base
	ID                   Str
	WithSavepoint, Drain bool
}

// Truncate is TRUNCATE TABLE.
type Truncate struct {
	Base
	Table *Ident
}

// CallProcedure is CALL p(…).
type CallProcedure struct {
	Base
	Call *Call
}

// ClientCommand is CLEAR, HELP or QUIT, which the SQL client handles.
type ClientCommand struct {
	Base
	Word string
}

func (*QueryStatement) stmt()          {}
func (*Insert) stmt()                  {}
func (*Delete) stmt()                  {}
func (*Update) stmt()                  {}
func (*Merge) stmt()                   {}
func (*Explain) stmt()                 {}
func (*Execute) stmt()                 {}
func (*StatementSet) stmt()            {}
func (*BeginStatementSet) stmt()       {}
func (*EndStatementSet) stmt()         {}
func (*CompilePlan) stmt()             {}
func (*ExecutePlan) stmt()             {}
func (*Set) stmt()                     {}
func (*Reset) stmt()                   {}
func (*SetOption) stmt()               {}
func (*Use) stmt()                     {}
func (*Show) stmt()                    {}
func (*Describe) stmt()                {}
func (*Module) stmt()                  {}
func (*Jar) stmt()                     {}
func (*AnalyzeTable) stmt()            {}
func (*StopJob) stmt()                 {}
func (*Truncate) stmt()                {}
func (*CallProcedure) stmt()           {}
func (*ClientCommand) stmt()           {}
func (*CreateTable) stmt()             {}
func (*CreateView) stmt()              {}
func (*CreateMaterializedTable) stmt() {}
func (*CreateCatalog) stmt()           {}
func (*CreateDatabase) stmt()          {}
func (*CreateFunction) stmt()          {}
func (*CreateModel) stmt()             {}
func (*CreateConnection) stmt()        {}
func (*Drop) stmt()                    {}
func (*AlterTable) stmt()              {}
func (*AlterView) stmt()               {}
func (*AlterObject) stmt()             {}
