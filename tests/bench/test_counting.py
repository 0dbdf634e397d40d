"""What counts as a statement, a commit and a round trip."""

import sqlite3
from contextlib import closing

from tests.bench.counting import SQLiteCounter, Statements, count_messages

TRACE = """\
F\t10\tQuery\t "BEGIN"
B\t10\tCommandComplete\t "BEGIN"
B\t5\tReadyForQuery\t T
F\t45\tBind\t "" "_pg3_1" 2 1 0 2 2 '\\x00\\x02' 11 'text' 1 0
F\t9\tExecute\t "" 0
F\t9\tExecute\t "" 0
F\t4\tSync
B\t15\tCommandComplete\t "INSERT 0 1"
B\t15\tCommandComplete\t "UPDATE 1"
B\t5\tReadyForQuery\t T
F\t11\tQuery\t "COMMIT"
B\t11\tCommandComplete\t "COMMIT"
B\t5\tReadyForQuery\t I
F\t30\tQuery\t "SELECT 1"
B\t16\tDataRow\t 1 1 '1'
B\t13\tCommandComplete\t "SELECT 1"
B\t5\tReadyForQuery\t I
"""


def test_pipelined_statements_share_a_round_trip_and_frames_are_no_statements():
    assert count_messages(TRACE.splitlines()) == Statements(statements=3, commits=1, round_trips=4)


def test_a_statement_without_a_transaction_commits_itself():
    trace = ['B\t15\tCommandComplete\t "DELETE 1"', "B\t5\tReadyForQuery\t I"]

    assert count_messages(trace) == Statements(statements=1, commits=1, round_trips=1)


def test_sqlite_tells_what_it_ran_once_counting_has_begun():
    counter = SQLiteCounter()
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        counter.watch(connection)
        connection.execute("CREATE TABLE thing (name TEXT)")
        counter.start()
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO thing VALUES ('one')")
        connection.execute("SELECT name FROM thing")
        connection.execute("COMMIT")
        connection.execute("BEGIN")
        connection.execute("SELECT name FROM thing")
        connection.execute("COMMIT")

        assert counter.stop() == Statements(statements=3, commits=1, round_trips=None)
