// The tables and columns that a script declares, for completion. It reads on past
// what it does not know; the planner's parser is the judge of what is right.
const create = /\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:TEMPORARY\s+)?(TABLE|VIEW)\s+(?:IF\s+NOT\s+EXISTS\s+)?((?:`[^`]+`|[\w$]+)(?:\s*\.\s*(?:`[^`]+`|[\w$]+))*)\s*(\()?/gi;
const notColumns = /^(PRIMARY|WATERMARK|CONSTRAINT|UNIQUE|PERIOD|DISTRIBUTED|LIKE)$/i;

export function schemaOf(text) {
  const out = {};
  for (const m of text.matchAll(create)) {
    const name = m[2].split(".").pop().replaceAll("`", "").trim();
    out[name] = m[3] ? columns(text, m.index + m[0].length) : [];
  }
  return out;
}

function columns(text, at) {
  const names = [];
  let depth = 1, start = true, quote = "";
  for (let i = at; i < text.length && depth > 0; i++) {
    const c = text[i];
    if (quote) {
      if (c === quote) quote = "";
    } else if (c === "-" && text[i + 1] === "-") {
      i = text.indexOf("\n", i);
      if (i < 0) break;
    } else if (start && depth === 1 && /[`\w]/.test(c)) {
      const m = /^(?:`([^`]+)`|([\w$]+))/.exec(text.slice(i, i + 200));
      if (m) {
        const word = m[1] ?? m[2];
        if (m[1] || !notColumns.test(word)) names.push(word);
        i += m[0].length - 1;
      }
      start = false;
    } else if (c === "'" || c === "`" || c === '"') quote = c;
    else if (c === "(" || c === "<") depth++;
    else if (c === ")" || c === ">") depth--;
    else if (c === "," && depth === 1) start = true;
  }
  return names;
}
