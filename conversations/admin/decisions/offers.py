"""What filters of decisions offer: the values that there are, at the price of one look a value."""

from typing import Final

from django.db import connection

MOST_OFFERED: Final = 200

_DISTINCT: Final = """
WITH RECURSIVE found(value) AS (
    SELECT MIN({column}) FROM {table}
    UNION ALL
    SELECT (SELECT MIN({column}) FROM {table} WHERE {column} > found.value)
    FROM found WHERE found.value IS NOT NULL
)
SELECT value FROM found WHERE value <> '' LIMIT %s
"""
"""From each value one jump in the index to the next; the column is the first of an index."""

MODELS: Final = _DISTINCT.format(table="conversations_decision", column="model")
PROVIDERS: Final = _DISTINCT.format(table="conversations_decision", column="answered_by")
QUESTIONS: Final = _DISTINCT.format(table="conversations_decisionanswer", column="question")


def offered(statement: str) -> list[str]:
    """The values that one of the statements above finds, in their order; MOST_OFFERED at most."""
    with connection.cursor() as cursor:
        cursor.execute(statement, [MOST_OFFERED])
        return [value for (value,) in cursor.fetchall()]
