"""The harness itself: an empty flash for each test, async tests awaited, rename that works."""

import os


def test_flash_is_empty_and_renames():
    assert os.listdir("/") == ["host"], os.listdir("/")
    with open("/a", "w") as file:
        file.write("x")
    os.rename("/a", "/b")
    assert os.listdir("/") == ["host", "b"] or os.listdir("/") == ["b", "host"]


async def test_coroutines_run():
    import asyncio

    await asyncio.sleep_ms(1)
    assert os.listdir("/") == ["host"]
