"""Wires the rooms together and starts the loop."""

import asyncio
import gc

gc.threshold(4096)  # while modules load: what they leave behind would scatter them
import rooms
from channels.serial import Serial
from system import log


async def serve():
    services = rooms.build()
    bus, jobs, serial = services["bus"], services["jobs"], Serial(services)
    restart = services["restart"].run(serial.quiet, bus.idle, jobs.close)
    tasks = [asyncio.create_task(work) for work in (bus.run(), restart)]
    gc.collect()
    gc.threshold((gc.mem_free() + gc.mem_alloc()) // 8)
    try:
        serial.open(services["warnings"])
        await serial.run()
        await bus.idle()
    finally:
        await jobs.close()
        for task in tasks:
            task.cancel()


def start():
    try:
        asyncio.run(serve())
    except KeyboardInterrupt:
        print("Pinpilot rests. To go on: import pinpilot; pinpilot.start()")
    finally:
        log.warn_to(None)
        asyncio.new_event_loop()


if __name__ == "__main__":
    start()
