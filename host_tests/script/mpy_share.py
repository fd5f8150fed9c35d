"""script/share.py: what is alive counts, garbage does not, and what a turn takes neither."""

import gc

from script import share
from script.run import Run
from script.values import Cancel, charge, state

HEAP = "1M"
LIMIT = 40000


def make(is_turn_moving=lambda: False, limit=LIMIT):
    share.enter(limit, is_turn_moving)
    run = Run("script 1", {}, None, None)
    run.env["c"] = 500
    return run


async def ends(run, generator):
    """Finishes a generator and leaves; returns the Cancel that ended it, or None."""
    try:
        await run.finish(generator)
    except Cancel as cancel:
        return cancel
    finally:
        run.close()
        share.leave()


def keep(kept, n_bytes, counted=True, piece=100):
    """A script that keeps n_bytes and says how much."""
    for _ in range(n_bytes // piece):
        kept.append(bytes(piece))
        if counted:
            charge(piece + 16)
        else:
            yield


def churn(times):
    for _ in range(times):
        charge(len(bytes(500)))
        yield


async def test_garbage_never_trips():
    assert await ends(make(), churn(10000)) is None


async def test_what_is_kept_trips_near_the_limit():
    kept = []
    cancel = await ends(make(), keep(kept, 10 * LIMIT))
    assert cancel.kind == "heap" and "39 KB" in cancel.sentence
    assert LIMIT // 2 < len(kept) * 100 < LIMIT + LIMIT // 8, len(kept)


async def test_it_cannot_be_swallowed():
    def stubborn(kept):
        for _ in range(10):
            try:
                yield from keep(kept, 2 * LIMIT)
            except Exception:
                pass

    kept = []
    assert (await ends(make(), stubborn(kept))).kind == "heap"
    assert len(kept) * 100 < 2 * LIMIT


async def test_growth_that_nobody_counts_is_seen():
    kept = []
    cancel = await ends(make(), slow(keep(kept, 8 * LIMIT, False)))
    assert cancel.kind == "heap"
    assert len(kept) * 100 < 4 * LIMIT, len(kept)


def slow(generator):
    for _ in generator:
        yield 1  # ms
        yield


async def test_a_turn_does_not_trip_a_job():
    for is_turn in (True, False):
        ours = []
        run = make(lambda: is_turn)
        await run.finish(keep(ours, LIMIT * 3 // 5, True, 1000))
        turns = [bytes(20000)]
        cancel = await ends(run, churn(200))
        assert (cancel is None) == is_turn, (is_turn, cancel)
        turns.clear()


async def test_a_full_heap_ends_the_script():
    def all_of_it():
        yield
        bytearray(gc.mem_free() + gc.mem_alloc())

    assert (await ends(make(), all_of_it())).kind == "heap"


async def test_the_room_comes_back_when_a_script_ends():
    kept = []
    first, second = make(), make()
    await first.finish(keep(kept, LIMIT // 2))
    full = state.room
    kept.clear()
    first.close()
    share.leave()
    assert state.room > full + LIMIT // 4
    second.close()
    share.leave()


async def test_the_share_is_that_of_all_scripts():
    kept = []
    first, second = make(), make()
    await first.finish(keep(kept, LIMIT // 2))
    cancel = await ends(second, keep(kept, LIMIT))
    assert cancel.kind == "heap" and len(kept) * 100 < LIMIT + LIMIT // 8
    first.close()
    share.leave()
