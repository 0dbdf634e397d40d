-- Messages: what a customer says, a tool call and its answer where a node collects, and the reply. One word
-- is in three of them alone.

INSERT INTO conversations_message (
    id, session_id, seq, number, turn_id, step_id, space, role, author, node, text, tool_calls, tool_call_id,
    suggestions, internal, created_at
)
SELECT
    turn.id * 4 + place - 1,
    session,
    (turn.number - 1) * 4 + place,
    (turn.number - 1) * 2 + visible,
    turn.id,
    turn.id * 8 + CASE place WHEN 4 THEN steps ELSE 1 END,
    CASE
        WHEN graph = 'hotel' AND turn.kind = 'present' THEN 'hotel-present'
        WHEN graph = 'hotel' AND turn.kind = 'close' THEN 'hotel-terminal'
        WHEN graph = 'hotel' THEN 'hotel-intake'
        ELSE path.node
    END,
    role,
    CASE WHEN place = 4 AND taken.session_id IS NOT NULL AND turn.number = 2 THEN taken.staff_name ELSE '' END,
    CASE WHEN place = 1 THEN '' ELSE path.node END,
    CASE place
        WHEN 1 THEN one.text || ' ' || bulk.pick(turn.id, 'figure', 100000)
            || CASE WHEN turn.id IN (1234, 5678, 9012) THEN ' zeppelin' ELSE '' END
        WHEN 2 THEN ''
        WHEN 3 THEN '{"saved": true}'
        ELSE other.text || '. ' || one.text || '?'
    END,
    CASE place
        WHEN 2 THEN jsonb_build_array(jsonb_build_object(
            'id', 'call_' || turn.id, 'name', 'save_value',
            'arguments', jsonb_build_object('value', bulk.pick(turn.id, 'value', 1000))
        ))
        ELSE '[]'
    END,
    CASE place WHEN 3 THEN 'call_' || turn.id ELSE '' END,
    '[]',
    false,
    at + place * interval '200 milliseconds'
FROM bulk.turn
JOIN bulk.path ON path.kind = turn.kind AND path.variant = turn.variant AND path.number = turn.steps
JOIN (VALUES (1, 'human', 1), (2, 'ai', NULL), (3, 'tool', NULL), (4, 'ai', 2)) AS said (place, role, visible)
    ON visible IS NOT NULL OR turn.kind IN ('collect', 'talk')
LEFT JOIN conversations_takeover AS taken ON taken.session_id = turn.session
JOIN bulk.sentence AS one ON one.number = bulk.pick(turn.id, 'said', 20000)
JOIN bulk.sentence AS other ON other.number = bulk.pick(turn.id, 'replied', 20000)
ORDER BY turn.id, place;
