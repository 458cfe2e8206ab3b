-- CreateTable
CREATE TABLE "event_history" (
    "id" SMALLINT NOT NULL,
    "written_by" BIGINT NOT NULL,
    "places" TEXT[],

    CONSTRAINT "event_history_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "event_history_id_check" CHECK ("id" = 1)
);

-- From here on handwritten: Prisma's diff does not see any of it.

-- Names this database, its server, and the server's timeline, which changes with each recovery to a
-- point in time and each failover. Some hosts refuse the one or the other; it is then left out.
CREATE FUNCTION "event_place"() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    place text := (SELECT oid::text FROM pg_database WHERE datname = current_database());
BEGIN
    BEGIN
        place := place || '/' || (SELECT system_identifier FROM pg_control_system());
    EXCEPTION WHEN OTHERS THEN
        NULL;
    END;
    BEGIN
        place := place || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
    EXCEPTION WHEN OTHERS THEN
        NULL;
    END;
    RETURN place;
END $$;

-- Whether the database is where it was last seen; null if it was never seen. A row that was copied has
-- another writer, and a position ahead of all transactions was given out by another server.
CREATE FUNCTION "events_continue"(here text[]) RETURNS boolean LANGUAGE sql AS $$
    SELECT history.xmin::text::bigint = history.written_by % 4294967296 AND history.places && here
        AND coalesce((SELECT max(position) FROM events)
            < event_order.base + pg_snapshot_xmax(pg_current_snapshot())::text::bigint, true)
    FROM event_history AS history, event_order
$$;

-- Notices that the database was restored to an earlier state, and raises the sequences of all partners
-- and the positions beyond those that may have been given out since. `here`: the places where the
-- database may be. Returns whether it has raised them. See docs/decisions/0014.
CREATE FUNCTION "continue_events"(here text[], was_restored boolean) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    is_known boolean;
    now_us bigint;
    latest bigint;
BEGIN
    IF pg_is_in_recovery() THEN
        RETURN false;
    END IF;
    IF NOT was_restored AND events_continue(here) AND (SELECT places = here FROM event_history) THEN
        RETURN false;
    END IF;
    -- Waits for the transactions that have read the base, and holds up those that will.
    LOCK TABLE event_order IN ACCESS EXCLUSIVE MODE;
    -- Another process may have been first. A database that was never seen counts as restored if its
    -- migrations were recorded by one transaction, as a restore does it.
    is_known := coalesce(events_continue(here),
        NOT EXISTS (SELECT FROM _prisma_migrations GROUP BY xmin HAVING count(*) > 1));
    INSERT INTO event_history (id, written_by, places)
    VALUES (1, pg_current_xact_id()::text::bigint, here)
    ON CONFLICT (id) DO UPDATE SET written_by = excluded.written_by, places = excluded.places;
    -- A new platform is often a copy of an empty database: it has given out nothing.
    IF (is_known AND NOT was_restored)
        OR NOT EXISTS (SELECT FROM partners UNION ALL SELECT FROM event_counters) THEN
        RETURN false;
    END IF;

    -- The time is beyond all that was given out: a partner has fewer than a thousand events a second,
    -- the server fewer than a million transactions. Restoring one backup twice gives two times, where
    -- adding a number would give one. If the clock is behind, a number has to do.
    now_us := extract(epoch FROM clock_timestamp()) * 1000000;
    INSERT INTO event_counters AS kept (partner_id, last_sequence)
    SELECT id, now_us / 1000 FROM partners UNION SELECT partner_id, now_us / 1000 FROM event_counters
    ON CONFLICT (partner_id) DO UPDATE SET last_sequence = CASE
        WHEN excluded.last_sequence > kept.last_sequence THEN excluded.last_sequence
        ELSE kept.last_sequence + 1000000 END;
    SELECT greatest(base + pg_current_xact_id()::text::bigint, (SELECT max(position) FROM events))
    FROM event_order INTO latest;
    UPDATE event_order SET base = CASE WHEN now_us > latest THEN now_us ELSE latest + 1000000000000 END
        - pg_current_xact_id()::text::bigint;
    RETURN true;
END $$;
