-- Decisions with their answers. Most are sure, a few are not; 3 in 100 got no answer. Some kinds are rare:
-- a node with 12 decisions, a model with 3.

CREATE TABLE bulk.decision AS
SELECT
    turn.id * 8 + path.number AS n,
    bulk.uuid_of(turn.id * 8 + path.number, 'decision') AS id,
    turn.id AS turn,
    node,
    at + path.number * interval '300 milliseconds' AS at,
    0.3 + 0.7 * (1 - (1 - bulk.chance(turn.id * 8 + path.number, 'sure')) ^ 3) AS sure,
    bulk.chance(turn.id * 8 + path.number, 'outcome') AS fate,
    bulk.chance(turn.id * 8 + path.number, 'asked') AS asked
FROM bulk.turn
JOIN bulk.path USING (kind, variant)
WHERE node LIKE '%%DecisionNode';

ALTER TABLE bulk.decision ADD COLUMN outcome text;
UPDATE bulk.decision SET outcome = CASE
    WHEN fate < 0.02 THEN 'fallback'
    WHEN fate < 0.026 THEN 'failed'
    WHEN fate < 0.029 THEN 'handler_failed'
    WHEN fate < 0.03 THEN 'fallback_failed'
    ELSE 'success'
END;
UPDATE bulk.decision SET node = 'RetiredDecisionNode'
WHERE n IN (SELECT n FROM bulk.decision WHERE outcome = 'success' ORDER BY bulk.chance(n, 'retired') LIMIT 12);
ANALYZE bulk.decision;

INSERT INTO conversations_decision (
    id, turn_id, step_id, graph, node, provider, answered_by, asked_model, model, outcome, failure, failures,
    attempts, duration_ms, request_id, request_bytes, input_tokens, output_tokens, source, certainty, at
)
SELECT
    id,
    turn,
    CASE WHEN outcome <> 'failed' THEN n END,
    'hotel',
    node,
    'typesafe',
    CASE WHEN NOT answered THEN '' WHEN asked < 0.15 THEN 'openai' ELSE 'typesafe' END,
    '',
    CASE
        WHEN NOT answered THEN ''
        WHEN asked < 0.15 THEN 'gpt-4.1-mini'
        WHEN rank <= 3 THEN 'jev-0-preview'
        ELSE 'jev-1'
    END,
    outcome,
    CASE
        WHEN answered THEN ''
        WHEN rank <= 5 THEN 'configuration'
        WHEN rank <= 40 THEN 'cancelled'
        ELSE bulk.one_of(n, 'failure', '{timeout,provider,provider,validation}')
    END,
    CASE WHEN answered AND asked >= 0.15 THEN '[]'::jsonb ELSE jsonb_build_array(jsonb_build_object(
        'provider', 'typesafe', 'model', 'jev-1', 'code', 'unavailable', 'status', 503,
        'message', 'The server is overloaded.'
    )) END,
    1 + (asked < 0.02)::integer,
    60 + floor(2000 * bulk.chance(n, 'took') ^ 4),
    CASE WHEN answered THEN 'req_' || substr(md5(n::text), 1, 20) ELSE '' END,
    900 + bulk.pick(n, 'bytes', 4000),
    400 + bulk.pick(n, 'tokens', 1500),
    CASE WHEN asked < 0.15 THEN 40 ELSE 0 END,
    CASE WHEN NOT answered THEN '' WHEN asked < 0.15 THEN 'self_reported' ELSE 'calibrated' END,
    CASE WHEN answered THEN sure ELSE 0 END,
    at
FROM (
    SELECT
        *,
        outcome IN ('success', 'handler_failed') AS answered,
        row_number() OVER (
            PARTITION BY outcome IN ('success', 'handler_failed') ORDER BY bulk.chance(n, 'rank')
        ) AS rank
    FROM bulk.decision
) AS ranked
ORDER BY n;

CREATE FUNCTION bulk.probabilities(n bigint, labels text[], answer text, sure float) RETURNS jsonb
LANGUAGE sql IMMUTABLE
RETURN (
    SELECT jsonb_object_agg(label, CASE label
        WHEN answer THEN round(sure::numeric, 4)
        ELSE round(((1 - sure) / (array_length(labels, 1) - 1))::numeric, 4)
    END)
    FROM unnest(labels) AS label
);

CREATE TABLE bulk.question (
    node text, question text, kind text, labels text[], thresholds jsonb, place integer
);
INSERT INTO bulk.question VALUES
    ('RouterDecisionNode', 'destination', 'choice',
        '{dates,budget,room_type,amenities,distance,review,search,exit,unclear}', '{"destination": 0.6}', 1),
    ('RouterDecisionNode', 'request_delivery', 'choice', '{apply_request,prompt_next,none}', '{}', 2),
    ('CriteriaReadinessDecisionNode', 'outcome', 'choice',
        '{ready,dates,budget,room_type,amenities,distance,unclear}', '{}', 1),
    ('CriteriaReadinessDecisionNode', 'faithful', 'noul', NULL, '{"faithful": 0.75}', 2),
    ('PresentationDecisionNode', 'grounded', 'noul', NULL, '{"grounded": 0.85}', 1),
    ('PresentationDecisionNode', 'completeness', 'score', NULL,
        '{"completeness": 1.5, "completeness_confidence": 0.75}', 2),
    ('PresentationDecisionNode', 'clarity', 'score', NULL, '{"clarity": 1.5, "clarity_confidence": 0.75}', 3),
    ('RetiredDecisionNode', 'topic', 'choice', '{hotel,car,other}', '{}', 1);

CREATE TABLE bulk.answer AS
SELECT
    decision.n,
    decision.id AS decision,
    question,
    kind,
    place,
    thresholds,
    labels,
    sure + (1 - sure) * (place - 1) / 3.0 AS probability,
    bulk.chance(n, question) < 0.8 AS yes,
    bulk.one_of(n, question, labels) AS label
FROM bulk.decision
JOIN bulk.question USING (node)
WHERE outcome IN ('success', 'handler_failed');

INSERT INTO conversations_decisionanswer (
    decision_id, question, kind, label, number, probability, confidence, probabilities, thresholds
)
SELECT
    decision,
    question,
    kind,
    coalesce(label, ''),
    CASE kind
        WHEN 'noul' THEN CASE WHEN yes THEN probability ELSE 1 - probability END
        WHEN 'score' THEN CASE WHEN yes THEN 2 ELSE 1 END
    END,
    CASE WHEN kind = 'noul' AND NOT yes THEN 1 - probability ELSE probability END,
    CASE kind WHEN 'score' THEN probability END,
    CASE kind
        WHEN 'choice' THEN bulk.probabilities(n, labels, label, probability)
        WHEN 'score' THEN jsonb_build_array(
            (1 - probability) / 2,
            CASE WHEN yes THEN (1 - probability) / 2 ELSE probability END,
            CASE WHEN yes THEN probability ELSE (1 - probability) / 2 END
        )
        ELSE '{}'
    END,
    thresholds
FROM bulk.answer
ORDER BY n, place;

INSERT INTO conversations_decisioncapture (decision_id, questions, state, at)
SELECT
    id,
    jsonb_build_object('destination', jsonb_build_object('kind', 'choice', 'labels', jsonb_build_object(
        'dates', 'When the stay begins and ends', 'budget', 'What it may cost', 'unclear', 'Anything else'
    ))),
    jsonb_build_object('facts', jsonb_build_object('notice', ''), 'messages', jsonb_build_array(
        jsonb_build_object('role', 'human', 'text', (SELECT text FROM bulk.sentence WHERE number = n %% 20000))
    )),
    at
FROM bulk.decision
WHERE at > %(until)s - interval '14 days' AND bulk.chance(n, 'captured') < 0.1;
