"""A million puzzles by Ray beside two plain processes, and a hard one by cubes beside one process: wall
times, and the processor time of this process and all below it, Ray's own among them (Linux).

python benches/cluster.py LINES [LARGE]
"""

import multiprocessing
import os
import sys
import tempfile
import time

import numpy as np

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
MANY, ROUNDS = 1_000_000, 7


def answer(path: str, out: str, start: int, end: int, want: str) -> float:
    """A half of the rows from one file, its answers into another."""
    import satoku

    began = time.process_time()
    rows = np.load(path, mmap_mode="r")[start:end]
    found = (satoku.solve_many if want == "solve" else satoku.unique_many)(rows, jobs=1)
    np.lib.format.open_memmap(out, mode="r+")[start:end] = (
        found.solutions if want == "solve" else found.status[:, None]
    )
    return time.process_time() - began


def spent() -> float:
    """Seconds of processor time of this process and all below it."""
    parents, times = {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(name)] = int(fields[1])
        times[int(name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def is_below(process: int) -> bool:
        while process != os.getpid() and process in parents:
            process = parents[process]
        return process == os.getpid()

    return sum(time for process, time in times.items() if is_below(process))


def main() -> None:
    import ray
    import satoku
    import satoku.ray

    lines = [line.strip() for line in open(sys.argv[1]) if len(line.strip()) == 81]
    text = "".join(lines).replace(".", "0").encode()
    some = np.frombuffer(text, np.uint8).reshape(len(lines), 81) - 48
    rows = np.ascontiguousarray(np.tile(some, (MANY // len(some) + 1, 1))[:MANY])
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    with tempfile.TemporaryDirectory() as folder, multiprocessing.get_context("spawn").Pool(2) as pool:
        path = f"{folder}/rows.npy"
        np.save(path, rows)
        for want in ("solve", "unique"):
            out, width = f"{folder}/{want}.npy", 81 if want == "solve" else 1
            np.lib.format.open_memmap(out, mode="w+", dtype=np.uint8, shape=(MANY, width))
            halves = [(path, out, k * MANY // 2, (k + 1) * MANY // 2, want) for k in range(2)]
            plain, dealt, work = [], [], [0.0, 0.0]
            for number in range(ROUNDS):
                used, began = spent(), time.perf_counter()
                pool.starmap(answer, halves, chunksize=1)
                plain.append(time.perf_counter() - began)
                middle, began = spent(), time.perf_counter()
                found = satoku.ray.solve_array(rows, want=want, solutions=want == "solve")
                dealt.append(time.perf_counter() - began)
                if number > 0:
                    work[0] += (middle - used) / (ROUNDS - 1)
                    work[1] += (spent() - middle) / (ROUNDS - 1)
            assert (np.load(out) == (found.solutions if want == "solve" else found.status[:, None])).all()
            a, b = min(plain[1:]), min(dealt[1:])
            print(f"{want}: two processes {a:.3f} s, Ray {b:.3f} s, {b / a:.2f}; all {plain} {dealt}", flush=True)
            a, b = work
            print(f"processor time: {a:.3f} s, {b:.3f} s, {b / a:.2f}; load {os.getloadavg()[0]:.1f}", flush=True)
    if len(sys.argv) > 2:
        puzzle = satoku.Puzzle(open(sys.argv[2]).read())
        for _ in range(1):
            began = time.perf_counter()
            found = satoku.ray.conquer(puzzle, cubes=64, split_after=20)
            print(f"Ray, {len(found.leaves)} cubes: {found.status}, {time.perf_counter() - began:.1f} s", flush=True)
            work = sum(leaf["seconds"] for leaf in found.leaves)
            print(f"the cubes took {work:.1f} s, the longest {max(l['seconds'] for l in found.leaves):.1f} s", flush=True)
            began = time.perf_counter()
            status = satoku.unique(puzzle, time_limit=300).status
            print(f"one process: {status}, {time.perf_counter() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main()
