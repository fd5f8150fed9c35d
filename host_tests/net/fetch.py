"""Run by test_https.py under the unix port: makes requests and prints what came of them.

Standard input is one line of JSON, because the port takes no argument of more than 255 bytes:
    {"root": the host folder that becomes the flash, "paths": for sys.path,
     "requests": [{"url":…, "verify":…, "body": bytes to send, "idle_ms":…}, …]}
Output is one line of JSON a request: status, length and sum of the body, or error and retry; also
the turns that another task had meanwhile, and the heap in use afterwards.
"""

import asyncio
import gc
import json
import sys
import vfs


async def fetch(request, HttpError, url, verify=True, body=0, idle_ms=5000):
    view = memoryview(bytearray(500))
    piece = bytes(range(250))
    try:
        method = "POST" if body else "GET"
        data = piece * (body // 250)
        response = await request(method, url, body=data, idle_ms=idle_ms, verify=verify)
        async with response:
            length = total = 0
            count = await response.readinto(view)
            while count:
                length += count
                total += sum(view[:count])
                count = await response.readinto(view)
            return {"status": response.status, "length": length, "sum": total}
    except HttpError as exc:
        return {"error": exc.args[0], "retry": exc.retry}


async def main(root, paths, requests):
    vfs.umount("/")
    vfs.mount(vfs.VfsPosix(root), "/")
    vfs.mount(vfs.VfsPosix(), "/host")
    sys.path[:] = ["/host" + path for path in paths] + [".frozen"]
    from net.http import HttpError, request

    ticks = 0

    async def tick():
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep_ms(1)

    asyncio.create_task(tick())
    for options in requests:
        ticks = 0
        result = await fetch(request, HttpError, **options)
        result["ticks"] = ticks
        gc.collect()
        result["heap"] = gc.mem_alloc()
        print(json.dumps(result))


asyncio.run(main(**json.loads(sys.stdin.readline())))
