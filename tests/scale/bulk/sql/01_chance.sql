-- Chance that is the same in every run: it comes from a row's number and from what it decides.

CREATE SCHEMA bulk;

CREATE FUNCTION bulk.chance(number bigint, about text) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (hashint8extended(number, hashtextextended(about, 0)) & 9007199254740991)::double precision
    / 9007199254740992;

-- A whole number from 0 to below `below`.
CREATE FUNCTION bulk.pick(number bigint, about text, below integer) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN floor(bulk.chance(number, about) * below)::integer;

CREATE FUNCTION bulk.one_of(number bigint, about text, choices text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN choices[1 + bulk.pick(number, about, array_length(choices, 1))];

CREATE FUNCTION bulk.uuid_of(number bigint, about text) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN md5(about || number)::uuid;
