package connector

import (
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

// catalogRow is one type of catalog (a CatalogFactory).
type catalogRow struct {
	id                 string
	required, optional []Option
}

var catalogRows = []catalogRow{
	{id: "generic_in_memory", optional: []Option{opt("default-database", Text).or("default")}},
	{id: "jdbc", required: texts("default-database username password base-url"), optional: texts("compatible-mode")},
}

// OptionList spells options as messages do: sorted, one a line, secrets hidden.
func OptionList(options map[string]string) string { return optionList(options) }

// OpenCatalog checks the options of CREATE CATALOG and gives the name of its default database.
func OpenCatalog(options map[string]string) (home string, r *diag.Rejection) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *diag.Rejection:
			r = p
		default:
			panic(p)
		}
	}()
	id, ok := options["type"]
	if !ok {
		fail("Catalog options do not contain an option key 'type' for discovering a catalog.")
	}
	row := findCatalog(id)
	given := make(map[string]string, len(options))
	for k, v := range options {
		if k != "type" {
			given[k] = v
		}
	}
	checkOptions(row.required, row.optional, given)
	known := join(row.required, row.optional, texts("property-version"))
	var unknown, all []string
	for k := range given {
		if !takes(known, "", k) {
			unknown = append(unknown, k)
		}
	}
	if unknown != nil {
		for i := range known {
			all = append(all, known[i].Key)
		}
		fail("%s", unsupported(id, sorted(unknown), sorted(all)))
	}
	if id != "generic_in_memory" {
		diag.Unknown(source.Span{}, "a catalog of type %s", id)
	}
	o := row.optional[0]
	home = o.Canon(given)
	if strings.TrimSpace(home) == "" {
		raise(diag.IllegalArgument, "defaultDatabase cannot be null or empty")
	}
	return home, nil
}

func findCatalog(id string) *catalogRow {
	var ids []string
	for i := range catalogRows {
		if catalogRows[i].id == id {
			return &catalogRows[i]
		}
		ids = append(ids, catalogRows[i].id)
	}
	panic(notFound(id, "org.apache.flink.table.factories.CatalogFactory", ids))
}

// OpenModule refuses a module that there is no factory for (FactoryUtil.createModule).
func OpenModule(name string, options map[string]string) *diag.Rejection {
	if name == "core" {
		return nil
	}
	cause := notFound(name, "org.apache.flink.table.factories.ModuleFactory", []string{"core"})
	return cause.Wrap(diag.Validation, "Unable to create module '"+name+"'.\n\nModule options are:\n"+optionList(options))
}
