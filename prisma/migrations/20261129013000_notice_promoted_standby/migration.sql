-- Handwritten: Prisma's diff does not see functions.

-- As before, but a standby that is promoted under open connections is noticed too, by the first write.
-- Only new connections noticed it: those to the standby of before the promotion, and those of a pooler,
-- wrote events with sequences that their readers had passed.
CREATE OR REPLACE FUNCTION "append_changes"(audits json, facts json) RETURNS boolean LANGUAGE plpgsql AS $$
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
    -- A row that a restore has copied has another writer. A standby that was promoted has another
    -- timeline, the last part of the place where the host tells it.
    IF EXISTS (
        SELECT FROM event_history
        WHERE xmin::text::bigint <> written_by % 4294967296
            OR CASE WHEN places[1] ~ '/[0-9A-F]{8}$'
                THEN right(places[1], 8) <> left(pg_walfile_name(pg_current_wal_lsn()), 8) END
    ) THEN
        LOCK TABLE event_order IN ACCESS EXCLUSIVE MODE;
        PERFORM continue_events(ARRAY[event_place()], false);
    END IF;

    WITH input AS MATERIALIZED (
        SELECT * FROM json_to_recordset(facts) AS fact (
            "n" int, "id" text, "partnerId" text, "type" text, "subjectType" text, "subjectId" text,
            "data" jsonb, "occurredAt" timestamptz, "actorId" text)
    ), added AS MATERIALIZED (
        SELECT "partnerId", count(*) AS events FROM input GROUP BY 1
    ), counter AS (
        INSERT INTO event_counters AS kept (partner_id, last_sequence)
        SELECT "partnerId", events FROM added ORDER BY 1
        ON CONFLICT (partner_id) DO UPDATE SET last_sequence = kept.last_sequence + excluded.last_sequence
        RETURNING partner_id, last_sequence
    ), event AS (
        INSERT INTO events (id, partner_id, sequence, type, subject_type, subject_id, data, occurred_at, position,
            actor_id)
        SELECT "id", "partnerId",
            last_sequence - events + row_number() OVER (PARTITION BY "partnerId" ORDER BY "n"),
            "type", "subjectType", "subjectId", "data", "occurredAt",
            (SELECT base FROM event_order) + pg_current_xact_id()::text::bigint,
            "actorId"
        FROM input JOIN added USING ("partnerId") JOIN counter ON partner_id = "partnerId"
        RETURNING id
    )
    SELECT array_agg(id) FROM event INTO ids;
    -- Written by the trigger on events.
    RETURN EXISTS (SELECT FROM webhook_deliveries WHERE event_id = ANY(ids));
END $$;
