package ast

import "rowkind/planner/internal/source"

// Column is a column of CREATE TABLE: physical (Type), computed (Expr) or metadata.
type Column struct {
	Base
	Name       *Ident // of one part, except where Flink refuses later
	Type       *DataType
	Expr       Expr // name AS expr
	Metadata   bool
	From       *String // METADATA FROM 'x'
	Virtual    bool
	Comment    *Str
	Constraint *Constraint // PRIMARY KEY on the column itself
}

// Constraint is PRIMARY KEY or UNIQUE.
type Constraint struct {
	Base
	LastAt   source.Span // the last word, Calcite's position
	Name     *Name
	Primary  bool
	Columns  []Name
	Enforced string // "", ENFORCED, NOT ENFORCED
	Table    bool   // a table constraint, not one of a column
}

// Watermark is WATERMARK FOR column AS expr.
type Watermark struct {
	Base
	Word   source.Span // the word WATERMARK, Calcite's position
	Column *Ident
	X      Expr
}

// Schema is the part of a table definition in parentheses.
type Schema struct {
	Base
	Columns     []Column
	Constraints []Constraint
	Watermark   *Watermark
	Names       []*Ident // only names: CREATE TABLE t (a, b) AS …
}

// Distribution is DISTRIBUTED BY [HASH | RANGE] (cols) INTO n BUCKETS.
type Distribution struct {
	Base
	Kind    string // "", HASH, RANGE
	Columns []Name
	Buckets *Number
}

// LikeOption is INCLUDING, EXCLUDING or OVERWRITING and what.
type LikeOption struct {
	Base
	Strategy string
	Feature  string
}

// Like is LIKE t [(options)].
type LikeTable struct {
	Base
	Table   *Ident
	Options []LikeOption
}

// CreateTable is CREATE [OR REPLACE] [TEMPORARY] TABLE, with LIKE and AS, and REPLACE TABLE … AS.
type CreateTable struct {
	Base
	Temporary     bool
	OrReplace     bool // CREATE OR REPLACE
	Replace       bool // REPLACE TABLE
	IfNotExists   bool
	Name          *Ident
	Schema        *Schema // or nil
	Comment       *Str
	Distribution  *Distribution
	Partitioned   []Name
	PartitionedAt source.Span
	Options       []Option
	HasOptions    bool
	Like          *LikeTable
	As            Query
}

// CreateView is CREATE [OR REPLACE] [TEMPORARY] VIEW.
type CreateView struct {
	Base
	OrReplace   bool
	Temporary   bool
	IfNotExists bool
	Name        *Ident
	Columns     []Name
	Comment     *Str
	Query       Query
}

// CreateMaterializedTable is CREATE [OR ALTER] MATERIALIZED TABLE.
type CreateMaterializedTable struct {
	Base
	OrAlter      bool
	Name         *Ident
	Schema       *Schema
	Comment      *Str
	Distribution *Distribution
	Partitioned  []Name
	Options      []Option
	StartMode    string
	StartAt      Expr // literal of the start mode, or nil
	Freshness    *Interval
	RefreshMode  string // "", FULL, CONTINUOUS
	Query        Query
}

// CreateCatalog is CREATE CATALOG.
type CreateCatalog struct {
	Base
	IfNotExists bool
	Name        Name
	Comment     *Str
	Options     []Option
}

// CreateDatabase is CREATE DATABASE.
type CreateDatabase struct {
	Base
	IfNotExists bool
	Name        *Ident
	Comment     *Str
	Options     []Option
}

// Resource is JAR 'path' or ARTIFACT 'path'.
type Resource struct {
	Base
	Kind string
	Path Str
}

// CreateFunction is CREATE [TEMPORARY [SYSTEM]] FUNCTION.
type CreateFunction struct {
	Base
	OrReplace, Temporary, System, IfNotExists bool
	Name                                      *Ident
	Class                                     Str
	Language                                  string
	Using                                     []Resource
	Options                                   []Option
}

// CreateModel is CREATE [TEMPORARY] MODEL.
type CreateModel struct {
	Base
	Temporary, IfNotExists bool
	Name                   *Ident
	Input, Output          *Schema
	Comment                *Str
	Options                []Option
	As                     Query
}

// CreateConnection is CREATE [TEMPORARY [SYSTEM]] CONNECTION.
type CreateConnection struct {
	Base
	Temporary, System, IfNotExists bool
	Name                           *Ident
	Comment                        *Str
	Options                        []Option
}

// Drop is DROP of anything; Kind is TABLE, VIEW, MATERIALIZED TABLE, DATABASE, CATALOG, FUNCTION, MODEL or CONNECTION.
type Drop struct {
	Base
	Kind      string
	Temporary bool
	System    bool
	IfExists  bool
	Name      *Ident
	Cascade   bool // of DROP DATABASE
}

// AddColumn is a column of ALTER TABLE … ADD or MODIFY with its place.
type AddColumn struct {
	Column
	First bool
	After *Ident
}

// PartitionSpec is PARTITION (k = v, …); Value is nil where only the key was written.
type PartitionSpec struct {
	Base
	Items   []PartitionItem
	Options []Option
}

// PartitionItem is k = v.
type PartitionItem struct {
	Base
	Key   Name
	KeyAt source.Span
	Value Expr
}

// AlterTable is ALTER TABLE or ALTER MATERIALIZED TABLE. Action names what is done:
// RENAME, RENAME COLUMN, SET, RESET, ADD, MODIFY, DROP COLUMN, DROP PRIMARY KEY, DROP CONSTRAINT, DROP WATERMARK, DROP DISTRIBUTION,
// ADD DISTRIBUTION, MODIFY DISTRIBUTION, ADD PARTITION, DROP PARTITION, SUSPEND, RESUME, REFRESH, SET FRESHNESS, SET REFRESH_MODE, AS.
type AlterTable struct {
	Base
	Materialized bool
	IfExists     bool
	Name         *Ident
	Action       string

	NewName      *Ident   // RENAME, RENAME COLUMN
	OldColumn    *Ident   // RENAME COLUMN
	Options      []Option // SET, RESUME
	Keys         []Expr   // RESET
	Columns      []AddColumn
	Constraints  []Constraint
	Watermark    *Watermark
	Distribution *Distribution
	DropColumns  []*Ident
	Constraint   *Name
	Partitions   []PartitionSpec
	PartitionIf  bool // IF [NOT] EXISTS of the partition
	Freshness    *Interval
	RefreshMode  string
	Query        Query
}

// AlterView is ALTER VIEW v RENAME TO w or AS q.
type AlterView struct {
	Base
	Name    *Ident
	NewName *Ident
	Query   Query
}

// AlterObject is ALTER of a CATALOG, DATABASE, FUNCTION, MODEL or CONNECTION. Action: SET, RESET, COMMENT, RENAME, AS.
type AlterObject struct {
	Base
	Kind      string
	IfExists  bool
	Temporary bool
	System    bool
	Name      *Ident
	Action    string
	Options   []Option
	Keys      []Expr
	Comment   *Str
	NewName   *Ident
	Class     *Str
	Language  string
}
