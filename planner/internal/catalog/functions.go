package catalog

import (
	"fmt"
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

// HasFunctions says that the script has made functions.
func (s *Session) HasFunctions() bool {
	if len(s.system)+len(s.functions) > 0 {
		return true
	}
	for _, c := range s.catalogs {
		for _, d := range c.databases {
			if len(d.functions) > 0 {
				return true
			}
		}
	}
	return false
}

// Unloaded is why a function of the script cannot be called: its class is nowhere to be found (FunctionCatalog.getFunctionDefinition,
// FunctionDefinitionUtil, ResourceManager). It is nil where that depends on the machine that Flink runs on.
func (f *Function) Unloaded() *diag.Rejection {
	if len(f.Resources) > 0 {
		return f.noResource()
	}
	if f.Temporary {
		return nil
	}
	r := diag.New("java.lang.ClassNotFoundException", f.Class, source.Span{})
	if libraryClass(f.Class) != "" {
		r = diag.New(diag.Validation, "Function '"+f.Class+"' does not extend from 'org.apache.flink.table.functions.UserDefinedFunction'.", source.Span{})
	}
	if f.Language == "PYTHON" {
		r = diag.New("java.lang.ClassNotFoundException", "org.apache.flink.client.python.PythonFunctionFactory", source.Span{})
		r = r.Wrap(diag.IllegalState, "Instantiating python function '"+f.Class+"' failed.")
	}
	return r.Wrap(diag.Validation, "Cannot instantiate user-defined function '"+f.ID.String()+"'.")
}

// noResource says that the first of a function's resources is not there, or that nothing reads it.
func (f *Function) noResource() *diag.Rejection {
	uri := f.Resources[0].Path.Value
	scheme, rest, remote := strings.Cut(uri, "://")
	var r *diag.Rejection
	switch {
	case !remote:
		r = diag.New("java.io.FileNotFoundException", "jar or artifact resource ["+uri+"] not found.", source.Span{})
	case scheme == "file":
		r = diag.New("java.io.FileNotFoundException", "jar or artifact resource [file:"+rest+"] not found.", source.Span{})
	case plugins[scheme]:
		return nil
	default:
		const class = "org.apache.flink.core.fs.UnsupportedFileSystemSchemeException"
		r = diag.New(class, "Hadoop is not in the classpath/dependencies.", source.Span{}).Wrap(class, "Could not find a file system implementation for scheme '"+scheme+
			"'. The scheme is not directly supported by Flink and no Hadoop file system to support this scheme could be loaded. "+
			"For a full list of supported file systems, please see https://nightlies.apache.org/flink/flink-docs-stable/ops/filesystems/.")
	}
	return r.Wrap(diag.Table, fmt.Sprintf("Failed to register resource '%s' of function '%s'.", resources(f.Resources), f.ID))
}

// plugins are the schemes that plugins of Flink read (FileSystem.DIRECTLY_SUPPORTED_FILESYSTEM).
var plugins = map[string]bool{"wasb": true, "wasbs": true, "abfs": true, "abfss": true, "oss": true, "s3": true, "s3a": true, "s3p": true, "s3n": true, "gs": true}
