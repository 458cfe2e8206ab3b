-- AlterTable
ALTER TABLE "partners" ADD COLUMN     "closed_customer_count" INTEGER NOT NULL DEFAULT 0;

-- From here on handwritten: Prisma's diff does not see any of it.

ALTER TABLE "partners"
    ADD CONSTRAINT "partners_closed_customer_count_check"
        CHECK ("closed_customer_count" BETWEEN 0 AND "customer_count") NOT VALID;

-- As before, and with the number of closed customers, of which there are none yet: no release could
-- close one. customer_count still counts all, as the previous release expects.
CREATE OR REPLACE FUNCTION "count_added_customers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM partners WHERE id IN (SELECT partner_id FROM added) ORDER BY id FOR NO KEY UPDATE;
    UPDATE partners SET customer_count = customer_count + change.n,
        closed_customer_count = closed_customer_count + change.closed
    FROM (
        SELECT partner_id, count(*)::integer AS n,
            count(*) FILTER (WHERE status = 'closed')::integer AS closed
        FROM added GROUP BY partner_id
    ) AS change
    WHERE partners.id = change.partner_id;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "count_removed_customers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM partners WHERE id IN (SELECT partner_id FROM removed) ORDER BY id FOR NO KEY UPDATE;
    UPDATE partners SET customer_count = customer_count - change.n,
        closed_customer_count = closed_customer_count - change.closed
    FROM (
        SELECT partner_id, count(*)::integer AS n,
            count(*) FILTER (WHERE status = 'closed')::integer AS closed
        FROM removed GROUP BY partner_id
    ) AS change
    WHERE partners.id = change.partner_id;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "count_moved_customers"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    moved text[];
BEGIN
    SELECT array_agg(partner_id) INTO moved FROM (
        SELECT partner_id FROM (
            SELECT partner_id, 1 AS n, (status = 'closed')::integer AS closed FROM added
            UNION ALL SELECT partner_id, -1, -(status = 'closed')::integer FROM removed
        ) AS rows GROUP BY partner_id HAVING sum(n) <> 0 OR sum(closed) <> 0
    ) AS uneven;
    IF moved IS NULL THEN
        RETURN NULL;
    END IF;
    PERFORM 1 FROM partners WHERE id = ANY (moved) ORDER BY id FOR NO KEY UPDATE;
    UPDATE partners SET customer_count = customer_count
        + (SELECT count(*) FROM added WHERE added.partner_id = partners.id)
        - (SELECT count(*) FROM removed WHERE removed.partner_id = partners.id),
        closed_customer_count = closed_customer_count
        + (SELECT count(*) FROM added WHERE added.partner_id = partners.id AND status = 'closed')
        - (SELECT count(*) FROM removed WHERE removed.partner_id = partners.id AND status = 'closed')
    WHERE id = ANY (moved);
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "count_no_customers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE partners SET customer_count = 0, closed_customer_count = 0 WHERE customer_count <> 0;
    RETURN NULL;
END $$;
