package types

// IsCharset says that a name is that of a character set, as SQL writes it (SqlUtil.translateCharacterSetName).
func IsCharset(name string) bool {
	switch name {
	case "BIG5", "LATIN1", "UTF8", "UTF16", "UTF-16", "GB2312", "GBK", "UTF-16BE", "UTF-16LE", "ISO-8859-1", "UTF-8":
		return true
	}
	return false
}
