"""Asking for several things at once, each on its own."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

Asked = TypeVar("Asked")
Given = TypeVar("Given")


async def side_by_side(ask: Callable[[Asked], Awaitable[Given]], requests: Iterable[Asked]) -> list[Given]:
    """Ask all at the same time; one result each, in order. None of them outlives the caller.

    What the first to fail raises is raised as it is, and ends the others. Who is cancelled ends all of
    them, and stays cancelled, whatever they raise meanwhile: a task group would raise that instead, and
    before Python 3.13 leave a caller, of whom one part failed, marked as cancelled.
    """

    async def answer(request: Asked) -> Given:
        return await ask(request)

    tasks = [asyncio.ensure_future(answer(request)) for request in requests]
    if not tasks:
        return []
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        for task in tasks:
            task.cancel()
        # All are waited for, and what they raise is taken note of.
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in tasks:
        if task in done and not task.cancelled():
            task.result()
    return [task.result() for task in tasks]
