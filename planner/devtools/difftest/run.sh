#!/bin/bash
# The differential test: random scripts through Flink and through rowkind, held against each other.
#   run.sh SEED COUNT [basic|full]     prints the score; keeps the scripts and both answers in $OUT (a temporary folder)
# Needs Python 3, Go, a JDK 17 and Maven.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
seed="${1:?a seed}" count="${2:?a count}" profile="${3:-full}"
out="${OUT:-$(mktemp -d)}"
python3 "$here/gen.py" --seed "$seed" --count "$count" --profile "$profile" > "$out/scripts.jsonl"
"$here/../oracle/run" < "$out/scripts.jsonl" > "$out/flink.jsonl"
(cd "$here/../../.." && go build -o "$out/rowkind" ./cmd/rowkind)
python3 "$here/../fidelity/score.py" "$out/flink.jsonl" --cmd "$out/rowkind explain --jsonl" --fail "${FAIL:-3}"
echo "kept in $out"
