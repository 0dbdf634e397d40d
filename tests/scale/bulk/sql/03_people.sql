-- Staff who review and take over, and integrations that own sessions.

INSERT INTO auth_user (
    username, password, email, first_name, last_name, is_active, is_staff, is_superuser, date_joined
)
SELECT 'staff-' || lpad(number::text, 2, '0'), '!', '', '', '', true, true, false, %(until)s
FROM generate_series(1, 30) AS number;

INSERT INTO conversations_apiclient (name, created_at)
SELECT name, %(until)s FROM unnest(ARRAY['shop', 'travel-agency', 'accounting']) AS name;

CREATE TABLE bulk.staff AS
SELECT row_number() OVER (ORDER BY id) AS number, id, username FROM auth_user WHERE username LIKE 'staff-%%';

CREATE TABLE bulk.client AS
SELECT row_number() OVER (ORDER BY id) AS number, id FROM conversations_apiclient
WHERE name IN ('shop', 'travel-agency', 'accounting');
