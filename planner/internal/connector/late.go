package connector

import "rowkind/planner/internal/diag"

func jsonLate(o formatOptions, columns []Column) *diag.Rejection { return nil }
func csvLate(o formatOptions, columns []Column) *diag.Rejection  { return nil }
func avroLate(o formatOptions, columns []Column) *diag.Rejection { return nil }
func rawLate(o formatOptions, columns []Column) *diag.Rejection  { return nil }
