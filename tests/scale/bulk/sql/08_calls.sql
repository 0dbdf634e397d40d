-- Provider calls: one a decision, another where the first provider failed, and one where a node talks.

INSERT INTO conversations_modelcall (
    turn_id, step_id, node, provider, model, code, message, request_id, duration_ms, input_tokens,
    output_tokens, cached_input_tokens, cost, at
)
SELECT
    turn,
    CASE WHEN outcome <> 'failed' THEN n END,
    node,
    provider,
    CASE provider WHEN 'openai' THEN 'gpt-4.1-mini' ELSE 'jev-1' END,
    code,
    CASE code WHEN '' THEN '' ELSE 'The server is overloaded.' END,
    CASE code WHEN '' THEN 'req_' || substr(md5(n::text), 1, 20) ELSE '' END,
    60 + floor(2000 * bulk.chance(n, 'took') ^ 4),
    CASE code WHEN '' THEN 400 + bulk.pick(n, 'tokens', 1500) ELSE 0 END,
    CASE provider WHEN 'openai' THEN 40 ELSE 0 END,
    0,
    CASE provider WHEN 'openai' THEN 0.0004 + bulk.chance(n, 'cost') / 1000 END,
    at
FROM (
    SELECT
        *,
        CASE WHEN asked < 0.15 THEN 'openai' ELSE 'typesafe' END AS provider,
        CASE WHEN outcome IN ('success', 'handler_failed') THEN '' ELSE 'unavailable' END AS code
    FROM bulk.decision
    UNION ALL
    SELECT *, 'typesafe', bulk.one_of(n, 'code', '{unavailable,timeout,rate_limited,circuit_open}')
    FROM bulk.decision
    WHERE asked < 0.15
) AS calls
ORDER BY at;

INSERT INTO conversations_modelcall (
    turn_id, step_id, node, provider, model, code, message, request_id, duration_ms, input_tokens,
    output_tokens, cached_input_tokens, cost, at
)
SELECT
    turn.id,
    turn.id * 8 + path.number,
    node,
    'openai',
    'gpt-4.1-mini',
    CASE WHEN status = 'failed' THEN 'unavailable' ELSE '' END,
    '',
    CASE WHEN status = 'failed' THEN '' ELSE 'chatcmpl-' || turn.id END,
    300 + floor(6000 * bulk.chance(turn.id, 'chat took') ^ 4),
    700 + bulk.pick(turn.id, 'chat tokens', 2000),
    20 + bulk.pick(turn.id, 'chat reply', 150),
    0,
    0.001 + bulk.chance(turn.id, 'chat cost') / 500,
    at
FROM bulk.turn
JOIN bulk.path USING (kind, variant)
WHERE node IN (
    'DateRangeNode', 'BudgetNode', 'RoomTypeNode', 'AmenityNode', 'DistanceNode', 'PresentNode', 'ReadingNode',
    'DriverNode', 'VehicleNode', 'HistoryNode', 'CoverageNode', 'QuoteNode'
)
ORDER BY at;
