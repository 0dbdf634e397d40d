"""What a browser lets the pages of the document do: everything comes from this site."""


def page_policy() -> str:
    """Their Content-Security-Policy.

    Both viewers put styles and drawn icons into their pages, and Redoc searches in a worker made of a blob.
    """
    directives = {
        "default-src": "'none'",
        "script-src": "'self'",
        "worker-src": "'self' blob:",
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data:",
        "font-src": "'self' data:",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {sources}" for name, sources in directives.items())
