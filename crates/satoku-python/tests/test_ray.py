"""Puzzles on a cluster: workers and drivers are killed, answers come twice, and nothing is lost.

With SATOKU_KILLS=100 a hundred kills are spread over runs, in place of a few.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
import pytest
import satoku
from conftest import FIRST, NONE, ROOT, TWO
from satoku import _conquest
from satoku._conquest import Conquest

# A cluster of our own, whatever runs on this machine or was left there by one that was killed.
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ["RAY_AUTH_MODE"] = "token"
os.environ["RAY_AUTH_TOKEN"] = f"{random.getrandbits(256):064x}"
os.environ.pop("RAY_ADDRESS", None)
#: How many workers and drivers are killed in all.
KILLS = int(os.environ.get("SATOKU_KILLS", "6"))
#: A hard 9×9 with one solution, and one with several.
HARD = satoku.Puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
SEVERAL = satoku.Puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9.......")
#: Each cube of it takes some milliseconds.
LARGE = satoku.Puzzle((ROOT / "puzzles/25x25/sparse.txt").read_text())


START = """
import sys, ray
ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False,
         object_store_memory=200_000_000, _temp_dir=sys.argv[1])
assert ray.get(ray.remote(lambda: 7).remote()) == 7
"""


@pytest.fixture(scope="module")
def cluster():
    """Two workers on this machine. Where Ray cannot start it ends the process that asks for it:
    whether it can is tried in another one first."""
    ray = pytest.importorskip("ray", reason="SKIPPED, LOUDLY: no Ray: clusters are not tested")
    # Its sockets are in this folder, and their paths may have 107 bytes.
    with tempfile.TemporaryDirectory(dir="/tmp", ignore_cleanup_errors=True) as folder:
        script = [sys.executable, "-c", START, folder]
        try:
            tried = subprocess.run(script, capture_output=True, text=True, timeout=240)
            why = "" if tried.returncode == 0 else f"status {tried.returncode}: {tried.stderr[-2000:]}"
        except subprocess.TimeoutExpired:
            why = "not within 240 s"
        if why:
            pytest.skip(f"SKIPPED, LOUDLY: Ray does not start on this machine ({why})")
        # As a script starts it in the background: its workers ignore interrupts.
        interrupt = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            ray.init(
                address="local",
                num_cpus=2,
                include_dashboard=False,
                log_to_driver=False,
                object_store_memory=200_000_000,
                _temp_dir=folder,
            )
        finally:
            signal.signal(signal.SIGINT, interrupt)
        yield ray
        ray.shutdown()


@pytest.fixture(scope="module")
def on_ray(cluster):
    import satoku.ray

    return satoku.ray


def without_times(leaves):
    return [{k: v for k, v in leaf.items() if k not in ("seconds", "time_us")} for leaf in leaves]


# What needs no cluster: order, doubles, the journal.


def work(conquest, rng, *, most=None, options=None, doubles=False):
    """Answers cubes in any order, some twice; how many were answered."""
    flying, done = [], 0
    while True:
        while len(flying) < 5 and (asked := conquest.next()) is not None:
            flying.append(asked)
        if not flying or (most is not None and done >= most):
            return done
        part, may_give_up = flying.pop(rng.randrange(len(flying)))
        limits = (options or {}) if may_give_up else {}
        answer = _conquest.answered(
            _conquest.part_of(conquest.puzzle, part), conquest.want, limits
        )
        for _ in range(rng.randrange(1, 4) if doubles else 1):
            conquest.take(part, answer)
        done += 1


@pytest.mark.parametrize("want", ["unique", "count", "solve"])
def test_answers_count_once_in_any_order(want):
    truth = int(satoku.count(SEVERAL))
    for puzzle, number in ((HARD, 1), (SEVERAL, truth), (satoku.Puzzle(NONE), 0)):
        seen = []
        for seed in range(4):
            conquest = Conquest(puzzle, want, 4, None, {})
            work(conquest, random.Random(seed), options={"effort": 1}, doubles=seed > 0)
            assert seed == 0 or number == 0 or conquest.repeated > 0
            assert number == 0 or conquest.split > 0
            found = conquest.answer()
            seen.append((found.document, without_times(found.leaves)))
            assert satoku.combine(puzzle, found.leaves).document == found.document
        assert all(it == seen[0] for it in seen)
        document = seen[0][0]
        if want == "count":
            assert (document["count"], document["complete"]) == (number, True)
        if want == "unique" and number < 2:
            assert document["status"] == ("unique" if number else "none")


def test_a_leaf_less_is_no_cover():
    conquest = Conquest(SEVERAL, "count", 4, None, {})
    work(conquest, random.Random(1), options={"effort": 10})
    leaves = conquest.answer().leaves
    assert any(leaf["cube"].get("within") for leaf in leaves)
    for place, leaf in enumerate(leaves):
        less = satoku.combine(SEVERAL, leaves[:place] + leaves[place + 1 :])
        if leaf["count"]:
            assert not less["complete"]
    with pytest.raises(satoku.InputError, match="a second time"):
        satoku.combine(SEVERAL, [*leaves, leaves[0]])


def test_a_journal_is_gone_on_with(tmp_path):
    path = tmp_path / "run.jsonl"
    plain = Conquest(SEVERAL, "count", 20, None, {"split_effort": 3})
    work(plain, random.Random(0), options={"effort": 3})
    truth = plain.answer()
    rng, answered, runs = random.Random(7), 0, 0
    while True:
        conquest = Conquest(SEVERAL, "count", 20, path, {"split_effort": 3})
        done = work(conquest, rng, most=rng.randrange(1, 9), options={"effort": 3})
        answered, runs = answered + done, runs + 1
        if conquest.next() is None and done == 0:
            break
        conquest.close()
        # The machine dies in the middle of a line.
        with path.open("ab") as file:
            file.write(b'{"status":"none","cou'[: rng.randrange(20)])
    found = conquest.answer()
    conquest.close()
    assert found.document == truth.document
    assert without_times(found.leaves) == without_times(truth.leaves)
    assert runs > 5
    # Nothing was asked twice: what is in the journal is not asked again.
    assert answered == len(path.read_text().splitlines()) - 1
    with pytest.raises(satoku.InputError, match="another run"):
        Conquest(HARD, "count", 20, path, {"split_effort": 3})
    with pytest.raises(satoku.InputError, match="another run"):
        Conquest(SEVERAL, "unique", 20, path, {"split_effort": 3})
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines[:3], "nonsense\n", *lines[3:]]))
    with pytest.raises(satoku.InputError, match="no JSON object"):
        Conquest(SEVERAL, "count", 20, path, {"split_effort": 3})


def test_a_journal_has_one_writer(tmp_path):
    pytest.importorskip("fcntl")
    path = tmp_path / "run.jsonl"
    first = Conquest(HARD, "unique", 4, path, {})
    with pytest.raises(satoku.InputError, match="another run writes"):
        Conquest(HARD, "unique", 4, path, {})
    first.close()
    Conquest(HARD, "unique", 4, path, {}).close()


def test_wrong_answers_of_cubes_are_refused():
    conquest = Conquest(HARD, "unique", 8, None, {})
    work(conquest, random.Random(0))
    key, answer = next((k, a) for k, a in conquest.answers.items() if a["status"] == "unique")
    conquest.answers[key] = {**answer, "status": "none", "count": 0, "solution": None}
    assert conquest.answer()["status"] == "none"  # the number of solutions is believed,
    other = next(k for k in conquest.answers if k != key)
    conquest.answers[other] = {**conquest.answers[other], **{k: answer[k] for k in ("status", "count", "solution")}}
    with pytest.raises(satoku.InputError, match="does not lie in its cube"):
        conquest.answer()  # solutions are not.


def processes():
    """Parents and command lines of all processes, by number."""
    found = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            status = (path / "stat").read_text()
            words = (path / "cmdline").read_bytes()
        except OSError:
            continue
        found[int(path.name)] = (int(status.rsplit(")", 1)[1].split()[1]), words)
    return found


def workers():
    """The processes of our own cluster that are at work for us."""
    all_of_them = processes()

    def is_ours(process):
        while process in all_of_them and process > 1:
            process = all_of_them[process][0]
            if process == os.getpid():
                return True
        return False

    return [it for it, (_, words) in all_of_them.items() if words.startswith(b"ray::_answer") and is_ours(it)]


linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds workers in /proc")


# On a cluster.


def test_conquer_is_what_one_process_says(on_ray):
    for puzzle in (HARD, SEVERAL, satoku.Puzzle(FIRST), satoku.Puzzle(TWO), satoku.Puzzle(NONE)):
        told = []
        found = on_ray.conquer(puzzle, cubes=16, split_effort=20, on_progress=told.append)
        truth = satoku.unique(puzzle)
        assert found.status == truth.status
        if truth:
            assert found["solution"] == str(truth.solution)
            assert satoku.combine(puzzle, found.leaves).document == found.document
        assert on_ray.conquer(puzzle, want="count", cubes=16)["count"] == int(satoku.count(puzzle))
        solved = on_ray.conquer(puzzle, want="solve", cubes=16)
        assert (solved.status == "none") == (truth.status == "none")
    with pytest.raises(satoku.InputError):
        on_ray.conquer(HARD, want="nothing")
    with pytest.raises(satoku.UnsupportedError):
        on_ray.conquer(HARD, engine="nothing")


def test_leaves_are_rechecked_by_others(on_ray, tmp_path):
    path = tmp_path / "leaves.jsonl"
    found = on_ray.conquer(HARD, cubes=16, split_effort=5)
    found.save(path)
    read = [json.loads(line) for line in path.read_text().splitlines()]
    assert satoku.combine(HARD, read).document == found.document
    assert len(read) > 4


def test_time_limits_end_a_conquest(on_ray):
    empty = satoku.Puzzle("." * 625)
    started = time.monotonic()
    found = on_ray.conquer(empty, want="count", cubes=4, time_limit=2, split_after=None)
    assert found.status == "unknown"
    assert time.monotonic() - started < 60


@linux
def test_no_task_is_left_behind(on_ray):
    """What is at work when the answer is known, or has just begun, is ended."""
    empty = satoku.Puzzle("." * 625)

    def _answer_endlessly(number):
        # Workers are named after what they do; one of three answers at once.
        return number if number == 2 else satoku.count(empty)

    for delay in (0, 0.001, 0.01, 0.1):
        left = iter([(number, (number,)) for number in range(8)])
        seen = []

        def take(number, answer, delay=delay, seen=seen):
            seen.append(answer)
            time.sleep(delay)
            return False

        tasks = iter([(2, (2,)), *left])
        deal = lambda tasks=tasks: next(tasks, None)
        on_ray._deal(_answer_endlessly, deal, take, lambda: None, None)
        assert seen == [2]
        ends = time.monotonic() + 60
        while workers() and time.monotonic() < ends:
            time.sleep(0.05)
        assert not workers()


def test_the_demo_runs(cluster):
    script = [sys.executable, "-m", "satoku.ray", "demo"]
    env = {**os.environ, "RAY_ADDRESS": "local"}
    ran = subprocess.run(script, capture_output=True, text=True, timeout=300, check=True, env=env)
    assert "200000 of 200000 unique" in ran.stdout
    assert ": unique, by" in ran.stdout


def test_seeds_find_a_solution(on_ray, tmp_path):
    journal = tmp_path / "seeds.jsonl"
    puzzle = satoku.Puzzle("." * 625)
    found = on_ray.conquer(puzzle, want="solve", seeds=4, journal=journal)
    assert found.status == "solved"
    # What is known is not asked again.
    again = on_ray.conquer(puzzle, want="solve", seeds=4, journal=journal)
    assert again.document == found.document
    assert on_ray.conquer(satoku.Puzzle(NONE), want="solve", seeds=[3, 5]).status == "none"
    with pytest.raises(satoku.InputError):
        on_ray.conquer(puzzle, seeds=4)


def test_texts_of_several_sizes_are_errors_as_elsewhere(on_ray):
    small = "1..." * 4
    for rows in ([FIRST, FIRST, small, small], ["x", "y", small, small], [small, "z", FIRST, "."], ["x"] * 3):
        alone, there = satoku.solve_many(rows), on_ray.solve_array(rows, block=2)
        assert alone.status.tolist() == there.status.tolist()
        assert set(alone.errors) == set(there.errors)
        assert (alone.solutions == there.solutions).all()
        assert alone.errors == there.errors


def test_arrays_go_on_with_other_processors(on_ray, tmp_path, monkeypatch):
    rows = [FIRST] * 7
    found = on_ray.solve_array(rows, block=2, journal=tmp_path / "kept")
    monkeypatch.setattr(on_ray, "_cores", lambda: 8)
    again = on_ray.solve_array(rows, block=2, journal=tmp_path / "kept")
    assert (found.solutions == again.solutions).all()


@pytest.mark.parametrize("want", ["solve", "unique", "count"])
def test_arrays_are_what_one_process_says(on_ray, lists, want, tmp_path):
    texts = [*lists[:40], NONE, TWO, FIRST] * (1500 // (len(lists[:40]) + 3))
    alone = {"solve": satoku.solve_many, "unique": satoku.unique_many, "count": satoku.count_many}
    how = {"solutions": True} if want == "unique" else {}
    how = {"limit": 5} if want == "count" else how
    truth = alone[want](texts, **how)
    limit = how.get("limit")
    journal = tmp_path / "blocks"
    rows = np.array([list(text.replace(".", "0").encode()) for text in texts], np.uint8) - 48
    for puzzles in (texts, np.array(texts, "S81"), rows, [*texts, "nonsense", None]):
        found = on_ray.solve_array(puzzles, want=want, limit=limit, block=300)
        assert (found.status[: len(texts)] == truth.status).all()
        for name in ("solutions", "counts", "complete"):
            ours, theirs = getattr(found, name), getattr(truth, name)
            assert (ours is None) == (theirs is None)
            assert ours is None or (ours[: len(texts)] == theirs).all()
        assert set(found.errors) == set(range(len(texts), len(puzzles)))
    on_ray.solve_array(rows, want=want, limit=limit, block=300, journal=journal)
    kept = sorted(journal.glob("*.npz"))
    assert len(kept) > 4
    kept[1].unlink()
    before = {path: path.stat().st_mtime_ns for path in kept if path.exists()}
    found = on_ray.solve_array(rows, want=want, limit=limit, block=300, journal=journal)
    assert (found.status == truth.status).all()
    assert {path: path.stat().st_mtime_ns for path in before} == before
    with pytest.raises(satoku.InputError, match="another run"):
        on_ray.solve_array(rows[:-1], want=want, limit=limit, block=300, journal=journal)
    assert len(on_ray.solve_array(rows[:0], want=want)) == 0


def test_datasets_get_columns(on_ray, cluster, lists):
    data = pytest.importorskip("ray.data", reason="SKIPPED, LOUDLY: ray.data is not tested")
    texts = [*lists[:20], NONE, "nonsense"]
    dataset = data.from_items([{"puzzle": text, "number": k} for k, text in enumerate(texts)])
    found = on_ray.solve_dataset(dataset, want="unique", batch_size=7).take_all()
    found.sort(key=lambda row: row["number"])
    truth = satoku.unique_many(texts, solutions=True)
    assert [row["status"] for row in found] == truth.status.tolist()
    assert [row["solution"] for row in found] == [line or "" for line in truth.lines()]
    assert [row["number"] for row in found if row["error"]] == [len(texts) - 1]
    counted = on_ray.solve_dataset(dataset, want="count", limit=3).take_all()
    assert sum(row["count"] for row in counted) == int(satoku.count_many(texts, 3).counts.sum())


# Killed.


class Killer(threading.Thread):
    """Kills workers, one after the other, now and then."""

    def __init__(self, seed, most):
        super().__init__(daemon=True)
        self.rng, self.most, self.kills, self.done = random.Random(seed), most, 0, threading.Event()

    def run(self):
        while self.kills < self.most and not self.done.wait(self.rng.uniform(0.05, 0.5)):
            for worker in workers()[:1]:
                os.kill(worker, signal.SIGKILL)
                self.kills += 1


def conquered(on_ray, journal=None):
    """A run of some seconds that is the same each time: cubes are split by effort, not by time."""
    return on_ray.conquer(
        LARGE, cubes=48, split_after=None, split_effort=EFFORT, engine="sat", journal=journal
    )


EFFORT = 1500


@pytest.fixture(scope="module")
def truth(on_ray):
    found = conquered(on_ray)
    assert found.status == "unique"
    assert found["solution"] == str(satoku.unique(LARGE).solution)
    return found


@linux
def test_workers_are_killed(on_ray, truth):
    kills, runs = 0, 0
    while kills < (KILLS + 1) // 2:
        killer = Killer(runs, (KILLS + 1) // 2 - kills)
        killer.start()
        found = conquered(on_ray)
        killer.done.set()
        killer.join()
        kills, runs = kills + killer.kills, runs + 1
        assert found.document == truth.document
        assert without_times(found.leaves) == without_times(truth.leaves)
    print(f"{kills} workers killed in {runs} runs", file=sys.__stdout__)


@linux
def test_workers_of_arrays_are_killed(on_ray, lists):
    rows = [*lists[:50], TWO, NONE] * (3000 // (len(lists[:50]) + 2))
    truth = satoku.unique_many(rows, engine="sat", solutions=True)
    killer = Killer(5, 2)
    killer.start()
    found = on_ray.solve_array(rows, want="unique", engine="sat", block=len(rows) // 12)
    killer.done.set()
    killer.join()
    assert (found.status == truth.status).all() and (found.solutions == truth.solutions).all()


DRIVER = """
import json, sys
import ray, satoku, satoku.ray
ray.init(address=sys.argv[1], log_to_driver=False)
puzzle = satoku.Puzzle(open(sys.argv[2]).read())
found = satoku.ray.conquer(puzzle, cubes=48, split_after=None, split_effort=int(sys.argv[4]),
                           engine="sat", journal=sys.argv[3])
print(json.dumps([found.document, found.leaves]))
"""


@linux
def test_drivers_are_killed(on_ray, cluster, truth, tmp_path):
    address = cluster.get_runtime_context().gcs_address
    puzzle = str(ROOT / "puzzles/25x25/sparse.txt")
    rng, kills, runs = random.Random(3), 0, 0
    while kills < (KILLS + 1) // 2:
        journal, out = tmp_path / f"run-{runs}.jsonl", tmp_path / "out.json"
        runs += 1
        while True:
            script = [sys.executable, "-c", DRIVER, address, puzzle, str(journal), str(EFFORT)]
            with out.open("wb") as file:
                driver = subprocess.Popen(script, stdout=file, stderr=subprocess.DEVNULL)
            # Once it has begun to write, any moment will do.
            start = journal.stat().st_size if journal.exists() else 0
            while driver.poll() is None and (
                not journal.exists() or journal.stat().st_size <= start
            ):
                time.sleep(0.01)
            try:
                driver.wait(timeout=rng.uniform(0, 1.5))
            except subprocess.TimeoutExpired:
                driver.kill()
                driver.wait()
                kills += 1
                continue
            assert driver.returncode == 0
            break
        document, leaves = json.loads(out.read_text())
        assert document == truth.document
        assert without_times(leaves) == without_times(truth.leaves)
        # Each cube was answered once, but for those that were on their way.
        lines = [json.loads(line) for line in journal.read_text().splitlines()][1:]
        keys = [" ".join(line["cube"]["decisions"]) for line in lines]
        assert len(keys) == len(set(keys))
    print(f"{kills} drivers killed in {runs} runs", file=sys.__stdout__)
