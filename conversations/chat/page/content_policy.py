"""What the browser lets the chat page do: everything comes from this site, nothing is inline."""


def content_policy(host: str) -> str:
    """The Content-Security-Policy of a page at `host` (with its port).

    Browsers before 2022 do not count WebSockets to the same host as 'self', so they are named.
    """
    directives = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self'",
        "connect-src": f"'self' ws://{host} wss://{host}",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {sources}" for name, sources in directives.items())
