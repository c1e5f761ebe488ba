#!/bin/bash
# Asks Apache Flink's planner about the scripts of this directory and keeps its answers beside them, NAME.json beside NAME.sql.
#   update.sh                          every script
#   update.sh topn window/hop          an area, a script
#   update.sh --check [AREA…]          changes nothing; says which answers differ from those kept, and fails if any does
# Takes ../../devtools/oracle/run, or the command in $ORACLE where that is missing. Needs Python 3, nothing else.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
if [ -x "$here/../../devtools/oracle/run" ]; then oracle="$here/../../devtools/oracle/run"; else oracle="${ORACLE:?no ../../devtools/oracle/run, and ORACLE is not set}"; fi
HERE="$here" ORACLE_COMMAND="$oracle" exec python3 - "$@" <<'PYTHON'
import json, os, re, subprocess, sys
from pathlib import Path

here = Path(os.environ["HERE"])
args = sys.argv[1:]
check = "--check" in args
names = [a.removesuffix(".sql").rstrip("/") for a in args if a != "--check"]

scripts = sorted(here.glob("*/*.sql"))
ids = [p.relative_to(here).with_suffix("").as_posix() for p in scripts]
for n in names:
    if not any(i == n or i.startswith(n + "/") for i in ids):
        sys.exit(f"no script or area: {n}")
if names:
    ids = [i for i in ids if any(i == n or i.startswith(n + "/") for n in names)]

ORDER = ["id", "index", "offset", "sql", "kind", "explained", "ok", "statements",
         "explain", "keys", "advice", "error", "class", "message"]


def settle(text):
    """Takes out what changes from run to run: node numbers, and the order of a set of operations."""
    text = re.sub(r"\b(rel|RelSubset|HepRelVertex)#\d+", r"\1#N", text)
    return re.sub(r"(Valid values are: \[)([A-Z_, ]+)(\])",
                  lambda m: m[1] + ", ".join(sorted(m[2].split(", "))) + m[3], text)


def stable(value):
    if isinstance(value, dict):
        keys = sorted((k for k in value if k != "ms"),
                      key=lambda k: (ORDER.index(k) if k in ORDER else len(ORDER), k))
        return {k: stable(value[k]) for k in keys}
    if isinstance(value, list):
        return [stable(v) for v in value]
    return settle(value) if isinstance(value, str) else value


asked = "".join(json.dumps({"id": i, "sql": (here / f"{i}.sql").read_text(encoding="utf-8")}) + "\n" for i in ids)
ran = subprocess.run([os.environ["ORACLE_COMMAND"]], input=asked, stdout=subprocess.PIPE, encoding="utf-8")
answers = {}
for line in ran.stdout.splitlines():
    answer = json.loads(line)
    answers[answer["id"]] = answer
missing = [i for i in ids if i not in answers]
if ran.returncode or missing:
    sys.exit(f"the oracle ended with {ran.returncode}; no answer for {len(missing)}: {' '.join(missing[:5])}")

changed = 0
for i in ids:
    kept = here / f"{i}.json"
    text = json.dumps(stable(answers[i]), indent=1, ensure_ascii=False) + "\n"
    if not kept.exists() or kept.read_text(encoding="utf-8") != text:
        changed += 1
        print(("differs: " if check else "wrote: ") + i)
        if not check:
            kept.write_text(text, encoding="utf-8")
print(f"{len(ids)} scripts, {changed} " + ("differ" if check else "written"))
sys.exit(1 if check and changed else 0)
PYTHON
