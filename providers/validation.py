"""What pydantic found wrong, in short sentences that name the place."""

from pydantic import ValidationError


def fault_texts(error: ValidationError) -> list[str]:
    """One text a fault, such as `price.input: Input should be greater than 0`; values are not repeated."""
    return [
        f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" if fault["loc"] else fault["msg"]
        for fault in error.errors(include_url=False, include_context=False, include_input=False)
    ]
