import asyncio
async def work(n):
    await asyncio.sleep(n / 100); return n
async def echo(r, w):
    w.write(await r.readline()); await w.drain(); w.close()
async def main():
    print(await asyncio.gather(*(work(n) for n in (3, 1, 2))))
    try:
        await asyncio.wait_for(asyncio.sleep(9), 0.05)
    except asyncio.TimeoutError:
        print("timeout")
    async with asyncio.Lock():
        print("locked")
    q = asyncio.Queue(); t = asyncio.create_task(q.get()); await q.put(4); print(await t)
    s = await asyncio.start_server(echo, "127.0.0.1", 0)
    r, w = await asyncio.open_connection(*s.sockets[0].getsockname()); w.write(b"ping\n"); print(await r.readline()); w.close(); s.close()
    p = await asyncio.create_subprocess_exec("sh", "-c", "cat; exit 3", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
    print(await p.communicate(b"data"), p.returncode)
    print(await asyncio.to_thread(sum, [1, 2, 3]))
    t = asyncio.create_task(asyncio.sleep(9)); await asyncio.sleep(0); t.cancel()
    try:
        await t
    except asyncio.CancelledError:
        print("cancelled")
    loop = asyncio.get_running_loop(); print(await loop.run_in_executor(None, lambda: 5))
asyncio.run(main())
