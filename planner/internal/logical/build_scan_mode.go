package logical

import (
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/source"
)

// refuseMode refuses a source whose changelog lacks the key that it takes to read it.
func refuseMode(s *catalog.Session, t *catalog.Table, src *connector.Source, at source.Span) {
	before, after := src.Mode.Has(mode.UpdateBefore), src.Mode.Has(mode.UpdateAfter)
	switch {
	case !before && after:
		if t.PrimaryKey == nil {
			diag.Fail(diag.Table, at, "Table '%s' produces a changelog stream that contains UPDATE_AFTER but no UPDATE_BEFORE. "+
				"This requires defining a primary key constraint on the table.", t.ID)
		}
	case before && !after:
		diag.Fail(diag.Validation, at, "Invalid source for table '%s'. A ScanTableSource doesn't support a changelog stream that contains "+
			"UPDATE_BEFORE but no UPDATE_AFTER. Please adapt the implementation of class '%s'.", t.ID, src.Class)
	case !src.Mode.InsertOnly():
		if t.PrimaryKey == nil && s.Settings.Bool("table.exec.source.cdc-events-duplicate") {
			diag.Fail(diag.Table, at, "Configuration 'table.exec.source.cdc-events-duplicate' is enabled which requires the changelog sources "+
				"to define a PRIMARY KEY. However, table '%s' doesn't have a primary key.", t.ID)
		}
	}
}
