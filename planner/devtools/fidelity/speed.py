#!/usr/bin/env python3
"""Times Flink's planner and rowkind on the same scripts, one after the other in one run.

speed.py CORPUS --oracle 'planner/devtools/oracle/run' --cmd 'rowkind explain --jsonl' [--warm N] [--limit N]

CORPUS is a folder of NAME.sql files. Both commands read {"id","sql"} lines and answer each with a line; a script's time is
from the line that is written to the line that comes back, so it holds the pipe and the JSON of both sides. Both are
first given all scripts N times to warm them up. The oracle explains a statement three times (text, keys, advice): its time is also
given divided by three.
"""
import argparse, json, shlex, statistics, subprocess, time
from pathlib import Path


def start(command):
    return subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def ask(process, line):
    began = time.perf_counter()
    process.stdin.write(line)
    process.stdin.flush()
    if not process.stdout.readline():
        raise SystemExit("a command ended early")
    return (time.perf_counter() - began) * 1000


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("corpus", type=Path)
    a.add_argument("--oracle", required=True)
    a.add_argument("--cmd", required=True)
    a.add_argument("--warm", type=int, default=1)
    a.add_argument("--limit", type=int, default=0)
    args = a.parse_args()
    files = sorted(args.corpus.rglob("*.sql"))[: args.limit or None]
    lines = [json.dumps({"id": f.stem, "sql": f.read_text()}) + "\n" for f in files]
    flink, ours = start(args.oracle), start(args.cmd)
    measured = []
    for process in (flink, ours):
        for _ in range(args.warm):
            for line in lines:
                ask(process, line)
        measured.append([ask(process, line) for line in lines])
    times = list(zip(*measured))
    for name, column in (("Flink, warm", 0), ("rowkind", 1)):
        t = [x[column] for x in times]
        print(f"{name:12} median {statistics.median(t):8.2f} ms   mean {statistics.mean(t):8.2f} ms   slowest {max(t):8.2f} ms")
    ratio = [f / o for f, o in times]
    print(f"Flink over rowkind, script by script: median {statistics.median(ratio):.0f}, with a third of Flink's time {statistics.median(ratio) / 3:.0f}")
    slowest = max(range(len(files)), key=lambda i: times[i][1])
    print(f"slowest here: {files[slowest].name}, {times[slowest][1]:.2f} ms, {times[slowest][0]:.2f} ms in Flink")


main()
