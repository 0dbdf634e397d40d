"""Asking several decide requests at once, each on its own."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

from providers.ports import DecideResult

Asked = TypeVar("Asked")


async def side_by_side(
    ask: Callable[[Asked], Awaitable[DecideResult]], requests: Iterable[Asked]
) -> list[DecideResult]:
    """Ask all at the same time; one result each, in order. Who is cancelled ends all of them."""

    async def answer(request: Asked) -> DecideResult:
        return await ask(request)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(answer(request)) for request in requests]
    return [task.result() for task in tasks]
