#!/bin/bash
# Runs the scripts of this directory with Apache Flink on their rows (../../devtools/rows-oracle/run) and keeps what happened in the same files.
#   update.sh                  every script
#   update.sh NAME…            these
#   update.sh --check [NAME…]  changes nothing; says which answers differ from those kept, and fails if any does
# Also fails where the plan that ran is not the plan that ../../devtools/oracle/run shows. A new script: NAME.json with id, about, sql, rows.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
HERE="$here" exec python3 - "$@" <<'PYTHON'
import json, os, subprocess, sys
from pathlib import Path

here = Path(os.environ["HERE"])
args = sys.argv[1:]
check = "--check" in args
names = [a.removesuffix(".json") for a in args if a != "--check"] or sorted(p.stem for p in here.glob("*.json"))


def number(text):
    """Keeps a number as it was written: 500.00 stays 500.00."""
    n = Number(text)
    n.text = text
    return n


class Number(float):
    def __repr__(self):
        return self.text


def one(value):
    return json.dumps(value, ensure_ascii=False)


def show(value, depth=0):
    """JSON with a line for each row."""
    pad = " " * depth
    if isinstance(value, dict) and value:
        return "{\n" + ",\n".join(f"{pad} {one(k)}: {show(v, depth + 1)}" for k, v in value.items()) + f"\n{pad}}}"
    if isinstance(value, list) and any(isinstance(v, (list, dict)) for v in value):
        return "[\n" + ",\n".join(f"{pad} " + (show(v, depth + 1) if isinstance(v, dict) else one(v)) for v in value) + f"\n{pad}]"
    return one(value)


def dumps(value):
    marks = []

    def hide(v):
        if isinstance(v, Number):
            marks.append(v.text)
            return f"\u0000{len(marks) - 1}\u0000"
        if isinstance(v, list):
            return [hide(x) for x in v]
        if isinstance(v, dict):
            return {k: hide(x) for k, x in v.items()}
        return v

    text = show(hide(value))
    for i, m in enumerate(marks):
        text = text.replace(f'"\\u0000{i}\\u0000"', m, 1)
    return text + "\n"


def ask(command, lines):
    ran = subprocess.run([str(here / command)], input="".join(json.dumps(x) + "\n" for x in lines), stdout=subprocess.PIPE, encoding="utf-8")
    answers = {}
    for line in ran.stdout.splitlines():
        a = json.loads(line, parse_float=number)
        answers[a["id"]] = a
    missing = [x["id"] for x in lines if x["id"] not in answers]
    if missing:
        sys.exit(f"{command} ended with {ran.returncode}; no answer for {len(missing)}: {' '.join(missing[:5])}")
    return answers


given = []
for n in names:
    kept = json.loads((here / f"{n}.json").read_text(encoding="utf-8"))
    given.append({k: kept[k] for k in ("id", "about", "sql", "rows")})
ran = ask("../../devtools/rows-oracle/run", given)
planned = ask("../../devtools/oracle/run", given)
differ = wrong = 0
for g in given:
    answer = ran[g["id"]]
    answer.pop("ms")
    keys = [s["keys"] for s in planned[g["id"]]["statements"] if "keys" in s]
    if keys[-1:] != [answer.get("keys")]:
        wrong += 1
        print("not the planner's plan: " + g["id"])
    kept = here / f"{g['id']}.json"
    text = dumps(answer)
    if kept.read_text(encoding="utf-8") != text:
        differ += 1
        print(("differs: " if check else "wrote: ") + g["id"])
        if not check:
            kept.write_text(text, encoding="utf-8")
print(f"{len(given)} scripts, {differ} " + ("differ" if check else "written") + f", {wrong} with another plan")
sys.exit(1 if wrong or check and differ else 0)
PYTHON
