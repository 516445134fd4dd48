"""Other threads run while a batch does, Ctrl-C ends it, and nothing leaks."""

import _thread
import os
import signal
import threading
import time

import numpy as np
import pytest
import satoku
from conftest import FIRST

#: Counting this takes longer than anybody waits.
ENDLESS = satoku.Puzzle("." * 81)

CALLS = {
    "count": lambda: satoku.count(ENDLESS),
    "count_many": lambda: satoku.count_many(np.zeros((5000, 81), np.uint8)),
    "solve_many": lambda: satoku.solve_many(np.zeros((1_000_000, 81), np.uint8), engine="native"),
    "count_many, one thread": lambda: satoku.count_many(np.zeros((50, 81), np.uint8), jobs=1),
    "count by native search": lambda: satoku.count(ENDLESS, engine="native"),
    "count of a 25×25": lambda: satoku.count(satoku.Puzzle("." * 625)),
    "events": lambda: satoku.ask({"puzzle": "." * 81, "want": {"count": {}}}),
    "solutions": lambda: sum(1 for _ in satoku.solutions(ENDLESS)),
}


@pytest.fixture
def interruptible():
    """Ctrl-C raises, even where a shell has started this with the signal ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_an_interrupt_ends_the_call(call):
    sent = []

    def interrupt():
        sent.append(time.monotonic())
        _thread.interrupt_main()

    timer = threading.Timer(0.3, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    # A bound for a busy machine, not the time that it takes: that is measured elsewhere.
    assert time.monotonic() - sent[0] < 5
    timer.join()


def test_other_threads_run_meanwhile():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.monotonic()
    satoku.count_many(np.zeros((100, 81), np.uint8), time_limit=0.5)
    end = time.monotonic()
    done.set()
    thread.join()
    assert sum(start < moment < end for moment in ticks) > 20


def test_calls_of_several_threads():
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(satoku.solve_many([FIRST] * 3000).status.sum()))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [5 * 3000] * 4


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="no /proc")
def test_memory_is_flat():
    def resident() -> int:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * 4096

    array = np.array([[int(c) if c != "." else 0 for c in FIRST]] * 20_000, np.uint8)
    texts = [FIRST] * 2000 + ["nonsense"]

    def batch() -> None:
        satoku.solve_many(array)
        satoku.solve_many(texts)

    for _ in range(20):
        batch()
    before = resident()
    for _ in range(100):
        batch()
    # Each batch answers 1.6 MB: a leak of one in ten would be seen.
    assert resident() - before < 16 << 20
