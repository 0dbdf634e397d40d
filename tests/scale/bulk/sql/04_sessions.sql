-- Sessions of the three graphs over ninety days, the newest at the end. A customer says something every
-- 45 seconds; one session in 20,000 is very long.

CREATE TABLE bulk.session AS
WITH begun AS (
    SELECT
        n,
        bulk.uuid_of(n, 'session') AS id,
        CASE WHEN n %% 20 < 11 THEN 'hotel' WHEN n %% 20 < 17 THEN 'quote' ELSE 'receipt' END AS graph,
        %(until)s::timestamptz - interval '90 days' * (1 - n::float / (%(sessions)s + 1)) AS begins,
        bulk.chance(n, 'fate') AS fate
    FROM generate_series(1, %(sessions)s) AS n
), sized AS (
    SELECT *, CASE
        WHEN graph = 'receipt' THEN 1
        WHEN n %% 20000 = 8009 THEN 400
        WHEN graph = 'hotel' THEN 1 + bulk.pick(n, 'turns', 11)
        ELSE 1 + bulk.pick(n, 'turns', 9)
    END AS wanted
    FROM begun
)
SELECT
    n, id, graph, begins,
    least(wanted, 1 + floor(extract(epoch FROM %(until)s - begins) / 45))::integer AS turns,
    CASE
        WHEN n > %(sessions)s - 40 THEN 'active'
        WHEN graph = 'receipt' THEN 'completed'
        WHEN fate < 0.0015 THEN 'handed_over'
        WHEN fate < 0.25 THEN 'active'
        WHEN fate < 0.4 THEN 'ended'
        ELSE 'completed'
    END AS status,
    bulk.chance(n, 'client') < 0.3 AS by_client,
    bulk.chance(n, 'known') < 0.6 AS known,
    bulk.pick(n, 'customer', 60000) AS customer
FROM sized;

ALTER TABLE bulk.session ADD PRIMARY KEY (n);
ANALYZE bulk.session;

INSERT INTO conversations_session (
    id, graph, cursor, status, revision, last_seq, last_turn, last_number, client_id, external_id,
    external_user, external_user_verified, external_name, external_email, config, usage, is_test,
    created_at, updated_at, last_visible_at, erased_at
)
SELECT
    session.id,
    graph,
    CASE
        WHEN graph = 'receipt' THEN 'ReadingNode'
        WHEN graph = 'quote' THEN bulk.one_of(n, 'cursor', '{DriverNode,VehicleNode,HistoryNode,QuoteNode}')
        WHEN turns > 5 THEN 'PresentNode'
        ELSE 'RouterDecisionNode'
    END,
    status,
    turns * 4,
    turns * 4,
    turns,
    turns * 2,
    client.id,
    CASE WHEN by_client THEN 'order-' || n END,
    CASE WHEN known THEN 'customer-' || lpad(customer::text, 6, '0') ELSE '' END,
    known AND customer %% 3 = 0,
    CASE WHEN known AND customer %% 3 = 0 THEN 'Customer ' || customer ELSE '' END,
    CASE WHEN known AND customer %% 3 = 0 THEN 'customer' || customer || '@example.org' ELSE '' END,
    '{}',
    jsonb_build_array(jsonb_build_object(
        'provider', 'openai', 'model', 'gpt-4.1-mini', 'calls', turns,
        'input_tokens', turns * 700, 'output_tokens', turns * 60, 'cached_input_tokens', 0
    )),
    n %% 97 = 0,
    begins,
    begins + turns * interval '45 seconds',
    begins + turns * interval '45 seconds',
    CASE WHEN n %% 2503 = 0 THEN begins + interval '5 days' END
FROM bulk.session
LEFT JOIN bulk.client ON by_client AND client.number = 1 + n %% 3;

INSERT INTO conversations_rating (session_id, value, comment, created_at, updated_at)
SELECT
    id,
    CASE WHEN bulk.chance(n, 'liked') < 0.8 THEN 1 ELSE -1 END,
    CASE WHEN n %% 5 = 0 THEN (SELECT text FROM bulk.sentence WHERE number = n %% 20000) ELSE '' END,
    begins + turns * interval '45 seconds',
    begins + turns * interval '45 seconds'
FROM bulk.session
WHERE bulk.chance(n, 'rated') < 0.15;

INSERT INTO conversations_takeover (session_id, staff_id, staff_name, began_at, ended_at, ended_by_name)
SELECT
    session.id,
    staff.id,
    staff.username,
    begins + interval '1 minute',
    CASE WHEN status <> 'handed_over' THEN begins + interval '8 minutes' END,
    CASE WHEN status <> 'handed_over' THEN staff.username ELSE '' END
FROM bulk.session
JOIN bulk.staff ON staff.number = 1 + n %% 30
WHERE status = 'handed_over' OR (turns > 3 AND bulk.chance(n, 'taken over') < 0.005);

INSERT INTO conversations_channel (session_id, node, state, updated_at)
SELECT id, node, jsonb_build_object('asked', n %% 4, 'value', bulk.pick(n, node, 1000)), begins
FROM bulk.session
JOIN (VALUES
    ('hotel', 'RouterDecisionNode', 1), ('hotel', 'DateRangeNode', 1), ('hotel', 'BudgetNode', 2),
    ('hotel', 'RoomTypeNode', 3), ('hotel', 'AmenityNode', 4), ('hotel', 'CriteriaReadinessDecisionNode', 5),
    ('hotel', 'PresentNode', 5), ('quote', 'DriverNode', 1), ('quote', 'VehicleNode', 3),
    ('quote', 'HistoryNode', 4), ('quote', 'CoverageNode', 5), ('quote', 'QuoteNode', 6),
    ('receipt', 'ReadingNode', 1)
) AS kept (of_graph, node, from_turn) ON of_graph = graph AND from_turn <= turns;
