package parse

import "rowkind/planner/internal/source"

// kind is a token's kind, numbered as Flink numbers it.
type kind int16

// Kinds that are no keywords. Numbers between them belong to lexical states and helpers that never become tokens.
const (
	tEOF kind = 0

	tInteger   kind = 788
	tApprox    kind = 789
	tDecimal   kind = 790
	tBinary    kind = 794
	tString    kind = 795
	tPrefixed  kind = 796
	tUnicode   kind = 797
	tCString   kind = 798
	tBigDouble kind = 800
	tBigQuoted kind = 801

	tLParen   kind = 803
	tRParen   kind = 804
	tBraceD   kind = 805
	tBraceT   kind = 806
	tBraceTS  kind = 807
	tBraceFN  kind = 808
	tLBrace   kind = 809
	tRBrace   kind = 810
	tLBracket kind = 811
	tRBracket kind = 812
	tSemi     kind = 813
	tDot      kind = 814
	tComma    kind = 815
	tEq       kind = 816
	tGt       kind = 817
	tLt       kind = 818
	tHook     kind = 819
	tColon    kind = 820
	tLe       kind = 821
	tGe       kind = 822
	tNe       kind = 823
	tNe2      kind = 824
	tPlus     kind = 825
	tMinus    kind = 826
	tStar     kind = 827
	tSlash    kind = 828
	tPercent  kind = 829
	tConcat   kind = 830
	tArrow    kind = 831
	tDotDot   kind = 832
	tQuote    kind = 833
	tDQuote   kind = 834
	tBar      kind = 835
	tCaret    kind = 836
	tDollar   kind = 837
	tHintBeg  kind = 843
	tHintEnd  kind = 844

	tBracketIdent kind = 851
	tQuotedIdent  kind = 852
	tBackIdent    kind = 853
	tBigBackIdent kind = 854
	tHyphenIdent  kind = 855
	tIdent        kind = 856
	tCollation    kind = 857
	tUnicodeIdent kind = 858
	tBell         kind = 861
	numKinds           = 862
	tError        kind = numKinds // no token could be read here
)

// symbolImages are the spellings of the kinds that are no keywords, as Flink's messages and our grammar write them.
var symbolImages = map[kind]string{
	tEOF: "<EOF>", tInteger: "<UNSIGNED_INTEGER_LITERAL>", tApprox: "<APPROX_NUMERIC_LITERAL>", tDecimal: "<DECIMAL_NUMERIC_LITERAL>",
	tBinary: "<BINARY_STRING_LITERAL>", tString: "<QUOTED_STRING>", tPrefixed: "<PREFIXED_STRING_LITERAL>",
	tUnicode: "<UNICODE_STRING_LITERAL>", tCString: "<C_STYLE_ESCAPED_STRING_LITERAL>", tBigDouble: "<BIG_QUERY_DOUBLE_QUOTED_STRING>",
	tBigQuoted: "<BIG_QUERY_QUOTED_STRING>", tBraceD: "<LBRACE_D>", tBraceT: "<LBRACE_T>", tBraceTS: "<LBRACE_TS>", tBraceFN: "<LBRACE_FN>",
	tBracketIdent: "<BRACKET_QUOTED_IDENTIFIER>", tQuotedIdent: "<QUOTED_IDENTIFIER>", tBackIdent: "<BACK_QUOTED_IDENTIFIER>",
	tBigBackIdent: "<BIG_QUERY_BACK_QUOTED_IDENTIFIER>", tHyphenIdent: "<HYPHENATED_IDENTIFIER>", tIdent: "<IDENTIFIER>",
	tCollation: "<COLLATION_ID>", tUnicodeIdent: "<UNICODE_QUOTED_IDENTIFIER>", tBell: "<BEL>",
	tLParen: `"("`, tRParen: `")"`, tLBrace: `"{"`, tRBrace: `"}"`, tLBracket: `"["`, tRBracket: `"]"`, tSemi: `";"`, tDot: `"."`,
	tComma: `","`, tEq: `"="`, tGt: `">"`, tLt: `"<"`, tHook: `"?"`, tColon: `":"`, tLe: `"<="`, tGe: `">="`, tNe: `"<>"`, tNe2: `"!="`,
	tPlus: `"+"`, tMinus: `"-"`, tStar: `"*"`, tSlash: `"/"`, tPercent: `"%"`, tConcat: `"||"`, tArrow: `"=>"`, tDotDot: `".."`,
	tQuote: `"\'"`, tDQuote: `"\""`, tBar: `"|"`, tCaret: `"^"`, tDollar: `"$"`, tHintBeg: `"/*+"`, tHintEnd: `"*/"`,
}

// image is the token's entry in Flink's tokenImage table.
func (k kind) image() string {
	if k >= 1 && int(k) <= len(keywordList) {
		return `"` + keywordList[k-1] + `"`
	}
	return symbolImages[k]
}

// token is a token and its place in the text.
type token struct {
	kind kind
	at   source.Span
}
