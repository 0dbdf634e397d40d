-- The next row gets the next id; nothing of the plan stays.

SELECT setval(pg_get_serial_sequence('conversations_turn', 'id'), (SELECT max(id) FROM conversations_turn));
SELECT setval(pg_get_serial_sequence('conversations_step', 'id'), (SELECT max(id) FROM conversations_step));
SELECT setval(
    pg_get_serial_sequence('conversations_message', 'id'), (SELECT max(id) FROM conversations_message)
);

DROP SCHEMA bulk CASCADE;
