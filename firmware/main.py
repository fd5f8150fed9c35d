"""Wires the rooms together and starts the loop."""

import asyncio

import rooms
from channels.serial import Serial
from system.version import VERSION


async def serve():
    """Runs the agent until its serial line ends, which on a chip it never does."""
    services = rooms.build()
    serial = Serial(services)
    tasks = [asyncio.create_task(services["bus"].run()), asyncio.create_task(restart_when_asked(services, serial))]
    try:
        serial.open("Pinpilot {} ready".format(VERSION))
        await serial.run()
        await services["bus"].idle()
    finally:
        for task in tasks:
            task.cancel()


async def restart_when_asked(services, serial):
    await services["restart"].wanted()
    await serial.quiet()
    await services["bus"].idle()
    import machine

    machine.reset()


def start():
    try:
        asyncio.run(serve())
    except KeyboardInterrupt:
        print("Pinpilot rests; pinpilot.start() wakes it.")
    finally:
        asyncio.new_event_loop()


if __name__ == "__main__":
    start()
