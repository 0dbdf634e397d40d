"""Whatever JSON a server may send, numbers without bounds among it."""

from hypothesis import strategies as st

NUMBERS = (
    st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from([10**400, -(10**400), 0, 1, 0.5, -0.0])
)

LEAVES = st.none() | st.booleans() | NUMBERS | st.sampled_from(["a", "b", "true", "0"]) | st.text(max_size=3)

KEYS = st.sampled_from(["a", "b", "c", "true", "false", "0", "1", "2"]) | st.text(max_size=3)

ANY_JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=10,
)


def objects_of(*names: str) -> st.SearchStrategy[dict[str, object]]:
    """Objects in which any of these names may be, with any value."""
    return st.fixed_dictionaries({}, optional=dict.fromkeys(names, ANY_JSON))
