-- Handwritten: Prisma's diff does not see functions.

-- Writes audit rows, and appends events to their partners' feeds; returns whether any event is to be
-- delivered. A function, so that a change needs one round trip for all, and its plans are kept per
-- connection. Must be the last statement of its transaction: see server/core/events/mutations.ts.
CREATE FUNCTION "append_changes"(audits json, facts json) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    ids text[];
BEGIN
    INSERT INTO audit_events (id, at, partner_id, actor_kind, actor, action, subject, detail, address)
    SELECT "id", "at", "partnerId", "actorKind"::"ActorKind", "actor", "action", "subject", "detail", "address"
    FROM json_to_recordset(audits) AS audit (
        "id" text, "at" timestamptz, "partnerId" text, "actorKind" text, "actor" text, "action" text,
        "subject" text, "detail" jsonb, "address" text);
    IF json_array_length(facts) = 0 THEN
        RETURN false;
    END IF;

    WITH input AS MATERIALIZED (
        SELECT * FROM json_to_recordset(facts) AS fact (
            "n" int, "id" text, "partnerId" text, "type" text, "subjectType" text, "subjectId" text,
            "data" jsonb, "occurredAt" timestamptz)
    ), added AS MATERIALIZED (
        SELECT "partnerId", count(*) AS events FROM input GROUP BY 1
    ), counter AS (
        INSERT INTO event_counters AS kept (partner_id, last_sequence)
        SELECT "partnerId", events FROM added ORDER BY 1
        ON CONFLICT (partner_id) DO UPDATE SET last_sequence = kept.last_sequence + excluded.last_sequence
        RETURNING partner_id, last_sequence
    ), event AS (
        INSERT INTO events (id, partner_id, sequence, type, subject_type, subject_id, data, occurred_at, position)
        SELECT "id", "partnerId",
            last_sequence - events + row_number() OVER (PARTITION BY "partnerId" ORDER BY "n"),
            "type", "subjectType", "subjectId", "data", "occurredAt",
            (SELECT base FROM event_order) + pg_current_xact_id()::text::bigint
        FROM input JOIN added USING ("partnerId") JOIN counter ON partner_id = "partnerId"
        RETURNING id
    )
    SELECT array_agg(id) FROM event INTO ids;
    -- Written by the trigger on events.
    RETURN EXISTS (SELECT FROM webhook_deliveries WHERE event_id = ANY(ids));
END $$;

-- As before, but by the index on partner_id, and due by the clock of the database, as all of the queue.
CREATE OR REPLACE FUNCTION "write_webhook_deliveries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO webhook_deliveries (endpoint_id, event_id, type, next_attempt_at, created_at)
    SELECT endpoint.id, event.id, event.type, date_trunc('milliseconds', now()), event.occurred_at
    FROM added AS event CROSS JOIN LATERAL (
        SELECT * FROM webhook_endpoints WHERE partner_id = event.partner_id
        UNION ALL
        SELECT * FROM webhook_endpoints WHERE partner_id IS NULL
    ) AS endpoint
    WHERE endpoint.status = 'enabled'
        AND endpoint.types && ARRAY['*', split_part(event.type, '.', 1) || '.*', event.type];
    RETURN NULL;
END $$;
