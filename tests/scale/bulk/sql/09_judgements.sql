-- What staff did: reviews of five people, of whom two sometimes judge the same answer; the queue, replays,
-- changes of providers, and the log.

INSERT INTO conversations_review (
    decision_id, question, reviewer_id, reviewer_name, agrees, label, number, note, version, created_at,
    updated_at
)
SELECT
    decision,
    question,
    staff.id,
    staff.username,
    agrees,
    CASE WHEN kind <> 'choice' THEN '' WHEN agrees THEN label ELSE labels[1 + n %% array_length(labels, 1)] END,
    CASE kind WHEN 'noul' THEN (yes = agrees)::integer WHEN 'score' THEN CASE WHEN yes THEN 2 ELSE 1 END END,
    CASE WHEN n %% 10 = 0 THEN 'Compared with what the customer said next.' ELSE '' END,
    1,
    %(until)s - interval '60 days' * (1 - rank / (%(reviews)s + 1.0)),
    %(until)s - interval '60 days' * (1 - rank / (%(reviews)s + 1.0))
FROM (
    SELECT answer.*, chosen.rank, reviewer, bulk.chance(n + reviewer, 'agrees') < probability AS agrees
    FROM (
        SELECT *, row_number() OVER (ORDER BY n) AS rank
        FROM (
            SELECT n, question FROM bulk.answer
            WHERE n %% 20 <> 0
            ORDER BY bulk.chance(n, 'reviewed ' || question) LIMIT %(reviews)s * 9 / 10
        ) AS drawn
    ) AS chosen
    JOIN bulk.answer USING (n, question)
    CROSS JOIN LATERAL (
        SELECT 1 + n %% 5 AS reviewer
        UNION ALL SELECT 1 + (n + 1) %% 5 WHERE bulk.chance(n, 'second') < 1.0 / 9
    ) AS reviewers
) AS judged
JOIN bulk.staff ON staff.number = reviewer
ORDER BY rank;

INSERT INTO conversations_reviewclaim (decision_id, reviewer_id, expires_at)
SELECT decision.id, staff.id, %(until)s + interval '5 minutes'
FROM (SELECT id, row_number() OVER (ORDER BY n DESC) AS number FROM bulk.decision LIMIT 3) AS decision
JOIN bulk.staff USING (number);

INSERT INTO conversations_replay (
    id, graph, node, provider, model, status, total, done, started_by_id, started_by_name, created_at, ended_at
)
SELECT
    bulk.uuid_of(number, 'replay'), 'hotel', 'RouterDecisionNode', 'openai', 'gpt-4.1', 'done', 2000, 2000,
    id, username, %(until)s - number * interval '2 days', %(until)s - number * interval '2 days'
FROM bulk.staff
WHERE number <= 5;

INSERT INTO conversations_replayitem (replay_id, decision_id, answers, code, model, duration_ms, at)
SELECT
    replay.id,
    asked.id,
    jsonb_build_object('destination', jsonb_build_object(
        'kind', 'choice', 'label', bulk.one_of(asked.n, replay.id::text, '{dates,budget,unclear}'),
        'probability', 0.8, 'probabilities', '{"dates": 0.1, "budget": 0.8, "unclear": 0.1}'::jsonb
    )),
    '',
    'gpt-4.1',
    400,
    replay.created_at
FROM conversations_replay AS replay
CROSS JOIN (
    SELECT decision.* FROM bulk.decision
    JOIN conversations_decisioncapture AS capture ON capture.decision_id = decision.id
    WHERE node = 'RouterDecisionNode'
    ORDER BY n LIMIT 2000
) AS asked;

INSERT INTO providers_providerchange (provider, at, who, action, fields)
SELECT
    (ARRAY['typesafe', 'openai', 'embedded'])[1 + number %% 3],
    %(until)s - number * interval '3 hours',
    'staff-01',
    'changed',
    '[{"field": "timeout_ms", "what": "changed", "before": 5000, "after": 8000}]'
FROM generate_series(1, 300) AS number;

INSERT INTO django_admin_log (
    action_time, user_id, content_type_id, object_id, object_repr, action_flag, change_message
)
SELECT
    %(until)s - entry * interval '4 minutes',
    staff.id,
    (SELECT id FROM django_content_type WHERE app_label = 'conversations' AND model = 'session'),
    session.id::text,
    session.graph || ' ' || session.id,
    2,
    'Exported.'
FROM generate_series(1, 30000) AS entry
JOIN bulk.staff ON staff.number = 1 + entry %% 30
JOIN bulk.session ON session.n = 1 + entry %% %(sessions)s;
