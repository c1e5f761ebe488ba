package expr

// maxValue bounds what is computed, in bytes: constants that are longer than any script that says them are left as they
// are not known, so that REPLACE in REPLACE, or a pattern, costs no more than its text.
const maxValue = 64 << 10

// grown refuses a value of a size that is too large to be written out.
func grown(c *Call, size int) error {
	if size > maxValue {
		return &Unsupported{c.Op.Name}
	}
	return nil
}

// SizeOf is about the memory that a value takes.
func SizeOf(v Value) int {
	n := 16
	switch v := v.(type) {
	case Str:
		n += len(v)
	case Bytes:
		n += len(v)
	case List:
		for _, e := range v {
			n += SizeOf(e)
		}
	case Tuple:
		for _, e := range v {
			n += SizeOf(e)
		}
	case Mapping:
		for _, e := range v {
			n += SizeOf(e.Key) + SizeOf(e.Value)
		}
	}
	return n
}

// joinedSize is how long parts are with a separator between them.
func joinedSize(parts []string, between string) int {
	n := len(between) * max(0, len(parts)-1)
	for _, p := range parts {
		n += len(p)
	}
	return n
}

// matchWork bounds a pattern's length times its text's, which is what a match takes.
const matchWork = 1 << 21

func slow(pattern, text string) bool { return len(pattern)*len(text) > matchWork }
