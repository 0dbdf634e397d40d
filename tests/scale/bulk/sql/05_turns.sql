-- Turns, and the steps that each kind of turn takes. The id of a step is that of its turn times 8, plus its
-- number: so whatever belongs to a step finds it without a look.

CREATE TABLE bulk.path (kind text, variant integer, number integer, node text, outcome text, cursor text);

INSERT INTO bulk.path
SELECT 'collect', variant, number, node, outcome, cursor
FROM unnest(ARRAY['DateRangeNode', 'BudgetNode', 'RoomTypeNode', 'AmenityNode', 'DistanceNode'])
    WITH ORDINALITY AS collectors (collector, variant)
CROSS JOIN LATERAL (VALUES
    (1, 'RouterDecisionNode', 'go', collector),
    (2, collector, 'go', 'RouterDecisionNode'),
    (3, 'RouterDecisionNode', 'direct', 'RouterDecisionNode')
) AS steps (number, node, outcome, cursor)
UNION ALL
SELECT 'talk', variant, 1, node, 'direct', node
FROM unnest(ARRAY['DriverNode', 'VehicleNode', 'HistoryNode', 'CoverageNode', 'QuoteNode'])
    WITH ORDINALITY AS talkers (node, variant)
UNION ALL VALUES
    ('search', 1, 1, 'RouterDecisionNode', 'go', 'CriteriaReadinessDecisionNode'),
    ('search', 1, 2, 'CriteriaReadinessDecisionNode', 'go', 'SearchHotelsNode'),
    ('search', 1, 3, 'SearchHotelsNode', 'go', 'PresentNode'),
    ('search', 1, 4, 'PresentNode', 'go', 'PresentationDecisionNode'),
    ('search', 1, 5, 'PresentationDecisionNode', 'direct_to', 'PresentNode'),
    ('present', 1, 1, 'PresentNode', 'go', 'PresentationDecisionNode'),
    ('present', 1, 2, 'PresentationDecisionNode', 'direct_to', 'PresentNode'),
    ('close', 1, 1, 'TerminateSessionNode', 'finish', 'TerminateSessionNode'),
    ('read', 1, 1, 'ReadingNode', 'finish', 'ReadingNode');

CREATE TABLE bulk.turn AS
SELECT
    row_number() OVER (ORDER BY n, number) AS id,
    n,
    session.id AS session,
    graph,
    number,
    begins + (number - 1) * interval '45 seconds' AS at,
    CASE
        WHEN graph = 'receipt' THEN 'read'
        WHEN number = turns AND number > 1 AND status = 'completed' THEN 'close'
        WHEN graph = 'quote' THEN 'talk'
        WHEN number < 5 THEN 'collect'
        WHEN number = 5 THEN 'search'
        ELSE 'present'
    END AS kind,
    number = turns AND status = 'completed' AS is_last
FROM bulk.session
CROSS JOIN LATERAL generate_series(1, turns) AS number;

ALTER TABLE bulk.turn ADD COLUMN variant integer, ADD COLUMN status text, ADD COLUMN steps integer;

UPDATE bulk.turn SET
    variant = CASE
        WHEN kind = 'collect' THEN 1 + (n + number) %% 5
        WHEN kind = 'talk' THEN least(5, 1 + number / 2)
        ELSE 1
    END,
    status = CASE
        WHEN id IN (SELECT max(id) FROM bulk.turn WHERE kind <> 'close' GROUP BY n ORDER BY 1 DESC LIMIT 12)
            THEN 'running'
        WHEN is_last THEN 'completed'
        WHEN bulk.chance(id, 'end') < 0.01 THEN 'failed'
        WHEN bulk.chance(id, 'end') < 0.011 THEN 'cancelled'
        WHEN bulk.chance(id, 'end') < 0.01105 THEN 'interrupted'
        ELSE 'completed'
    END,
    steps = CASE kind WHEN 'collect' THEN 3 WHEN 'search' THEN 5 WHEN 'present' THEN 2 ELSE 1 END;

ALTER TABLE bulk.turn ADD PRIMARY KEY (id);
ANALYZE bulk.turn;

INSERT INTO conversations_turn (
    id, session_id, number, client_id, request_hash, status, text, input_consumed, cause, cause_detail,
    completes_session, usage, accepted_at, started_at, ended_at
)
SELECT
    id,
    session,
    number,
    CASE WHEN n %% 3 = 0 THEN 'message-' || id END,
    '',
    status,
    '',
    true,
    CASE status
        WHEN 'failed' THEN bulk.one_of(id, 'cause', '{unavailable,timeout,rate_limited,bad_response,code}')
        ELSE ''
    END,
    CASE status WHEN 'failed' THEN 'openai: the server said 503' ELSE '' END,
    is_last,
    '[]',
    at,
    at,
    CASE WHEN status <> 'running' THEN at + interval '1 second' * (0.3 + 4 * bulk.chance(id, 'took') ^ 3) END
FROM bulk.turn
ORDER BY id;

INSERT INTO conversations_step (
    id, turn_id, number, node, outcome, cursor, channels, last_seq, usage, started_at, duration_ms
)
SELECT
    turn.id * 8 + path.number,
    turn.id,
    path.number,
    node,
    outcome,
    cursor,
    jsonb_build_object(node, jsonb_build_object('asked', turn.number)),
    turn.number * 4,
    '[]',
    at + path.number * interval '300 milliseconds',
    50 + bulk.pick(turn.id * 8 + path.number, 'step took', 900)
FROM bulk.turn
JOIN bulk.path USING (kind, variant)
ORDER BY turn.id, path.number;
