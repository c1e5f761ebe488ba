// Package secrets finds option values that look secret, before a script is shared.
package secrets

import (
	"strings"

	"rowkind/planner"
)

// Mask stands in place of a secret.
const mask = "***"

// Secret is a value that looks secret.
type Secret struct {
	// Name is the option's.
	Name string
	// Span is the part of the value to mask, without its quotes.
	Span planner.Span
}

// Find reads the options 'name' = 'value' of a script, wherever they stand.
func Find(script string) []Secret {
	var out []Secret
	lits := literals(script)
	for i := 0; i+1 < len(lits); i++ {
		name, value := lits[i], lits[i+1]
		if strings.TrimSpace(script[name.end+1:value.start-1]) != "=" {
			continue
		}
		text := script[value.start:value.end]
		if text == "" || text == mask {
			continue
		}
		key := script[name.start:name.end]
		if secretName(key) {
			out = append(out, Secret{key, planner.Span{Start: value.start, End: value.end}})
			continue
		}
		out = append(out, inValue(key, text, value.start)...)
	}
	return out
}

// Mask puts *** in place of the secrets.
func Mask(script string, found []Secret) string {
	var edits []planner.Edit
	for _, f := range found {
		edits = append(edits, planner.Edit{Span: f.Span, New: mask})
	}
	return planner.Apply(script, edits)
}

// secretName is by the words that connectors use for what must stay secret.
func secretName(name string) bool {
	name = strings.ToLower(name)
	for _, word := range []string{"password", "passwd", "secret", "jaas", "token", "credential", "private", "passphrase",
		"access-key", "access.key", "accesskey", "api-key", "api.key", "apikey", "account-key", "account.key", "sas-key"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	// A store's key, as in fs.azure.account.key.NAME; not a format's or a message's.
	return strings.HasPrefix(name, "fs.") && strings.Contains(name, ".key")
}

// inValue finds user info in URLs and passwords in connection strings.
func inValue(key, text string, at int) []Secret {
	var out []Secret
	add := func(from, to int) {
		if to > from && text[from:to] != mask {
			out = append(out, Secret{key, planner.Span{Start: at + from, End: at + to}})
		}
	}
	for from := 0; ; {
		i := strings.Index(text[from:], "://")
		if i < 0 {
			break
		}
		from += i + 3
		end := from + strings.IndexAny(text[from:]+"/", "/?#")
		if a := strings.LastIndexByte(text[from:end], '@'); a > 0 {
			add(from, from+a)
		}
	}
	lower := strings.ToLower(text)
	for _, word := range []string{"password=", "passwd=", "pwd=", "token=", "secret=", "secret_key=", "access_key="} {
		for from := 0; ; {
			i := strings.Index(lower[from:], word)
			if i < 0 {
				break
			}
			from += i + len(word)
			end := from + strings.IndexAny(text[from:]+"&", "&; ,\"")
			add(from, end)
			from = min(end, len(text))
		}
	}
	return out
}

type literal struct{ start, end int }

// literals are the string literals of a script, without comments and quoted names.
func literals(s string) []literal {
	var out []literal
	for i := 0; i < len(s); i++ {
		switch {
		case strings.HasPrefix(s[i:], "--"):
			i = skipTo(s, i, "\n")
		case strings.HasPrefix(s[i:], "/*"):
			i = skipTo(s, i+2, "*/")
		case s[i] == '`' || s[i] == '"':
			i = skipTo(s, i+1, s[i:i+1])
		case s[i] == '\'':
			start := i + 1
			for i++; i < len(s); i++ {
				if s[i] == '\'' {
					if i+1 < len(s) && s[i+1] == '\'' {
						i++
						continue
					}
					break
				}
			}
			if i < len(s) {
				out = append(out, literal{start, i})
			}
		}
	}
	return out
}

func skipTo(s string, from int, end string) int {
	j := strings.Index(s[from:], end)
	if j < 0 {
		return len(s)
	}
	return from + j + len(end) - 1
}
