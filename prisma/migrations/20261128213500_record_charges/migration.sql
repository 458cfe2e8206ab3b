-- Handwritten: Prisma's diff does not see functions.

-- As "insert_charges", which the previous release calls. This one also locks the partners, finds out which charges
-- are late, and checks the limit of their sums: the batch that waited for the lock continues without its client.
-- All charges of a partner that may get beyond "max_sum" in one currency are "full"; without it, none is.
CREATE FUNCTION "record_charges"("partner_ids" text[], "items" json, "max_sum" bigint)
RETURNS TABLE (
    "fault" text, "line" integer, "partnerId" text, "currency" text, "count" integer, "late" integer, "amount" bigint
) LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
    -- NO KEY: rows that only reference the partner can still be written meanwhile.
    PERFORM FROM partners WHERE id = ANY(partner_ids) ORDER BY id FOR NO KEY UPDATE;
    -- A statement of its own, so that it sees what was written while the lock was waited for.
    RETURN QUERY
    WITH input AS MATERIALIZED (
        SELECT *, to_char("occurredAt" AT TIME ZONE 'UTC', 'YYYY-MM') AS month
        FROM json_to_recordset(items) AS row (
            "line" int, "id" text, "partnerId" text, "externalId" text, "customerId" text,
            "customerExternalId" text, "customerEmailKey" text, "product" text, "amount" bigint,
            "currency" text, "occurredAt" timestamptz
        )
    ), closed AS MATERIALIZED (
        SELECT partner_id, period::text FROM payouts
        WHERE partner_id = ANY(partner_ids) AND corrects_id IS NULL AND period >= (SELECT min(month) FROM input)
    ), near AS MATERIALIZED (
        SELECT partner_id FROM charge_days
        JOIN (SELECT "partnerId", sum("amount") AS added FROM input GROUP BY 1) AS batch ON partner_id = "partnerId"
        WHERE partner_id = ANY(partner_ids)
        GROUP BY partner_id, currency, added HAVING sum(gross + refunded) + added > max_sum
    ), found AS MATERIALIZED (
        SELECT input.*, customer.id AS customer_id, products.id AS product_id,
            products.currency AS product_currency,
            CASE WHEN "partnerId" IN (SELECT partner_id FROM near) THEN 'full'
                WHEN products.id IS NULL THEN 'product'
                WHEN customer.id IS NULL THEN 'customer'
                WHEN input."currency" <> products.currency THEN 'currency'
                -- The partner is locked, so that neither is closed or terminated meanwhile.
                WHEN input."occurredAt" > customer.closed_at THEN 'closed'
                WHEN input."occurredAt" > products.archived_at
                    AND customer.created_at > products.archived_at THEN 'archived'
                WHEN input."occurredAt" > (SELECT terminated_at FROM partners WHERE id = "partnerId")
                    THEN 'terminated' END AS fault
        FROM input
        -- Each by its index, however many customers there are: a join would read them all.
        LEFT JOIN LATERAL (
            SELECT id, closed_at, created_at FROM customers
            WHERE partner_id = "partnerId" AND external_id = "customerExternalId"
            UNION ALL
            SELECT id, closed_at, created_at FROM customers
            WHERE partner_id = "partnerId" AND email_key = "customerEmailKey"
            UNION ALL
            SELECT id, closed_at, created_at FROM customers
            WHERE partner_id = "partnerId" AND id = "customerId"
            LIMIT 1
        ) AS customer ON true
        LEFT JOIN products ON products.code = "product"
    ), written AS (
        INSERT INTO charges
            (id, partner_id, customer_id, product_id, external_id, amount, currency, occurred_at, late)
        SELECT "id", "partnerId", customer_id, product_id, "externalId", "amount", product_currency,
            "occurredAt", ("partnerId", month) IN (SELECT * FROM closed)
        FROM found WHERE fault IS NULL ORDER BY "line"
        ON CONFLICT (partner_id, external_id) DO NOTHING
        RETURNING id, partner_id, currency, amount, late
    )
    SELECT NULL::text, NULL::int, partner_id, currency::text, count(*)::int,
        count(*) FILTER (WHERE late)::int, sum(amount)::bigint
    FROM written GROUP BY partner_id, currency
    UNION ALL
    SELECT coalesce(fault, 'taken'), "line", NULL, product_currency::text, NULL, NULL, NULL
    FROM found LEFT JOIN written USING (id) WHERE written.id IS NULL;
END $$;

-- As "insert_refunds", but finds out which are late, and returns the sums by partner, type and currency.
CREATE FUNCTION "record_refunds"("items" json)
RETURNS TABLE ("partnerId" text, "type" text, "currency" text, "count" integer, "late" integer, "amount" bigint)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH written AS (
        INSERT INTO charges (
            id, partner_id, customer_id, product_id, external_id, type, amount, currency, occurred_at, charge_id,
            refund_id, late
        )
        SELECT "id", "partnerId", "customerId", "productId", "externalId", "type", "amount", "currency",
            "occurredAt", "chargeId", "refundId", (
                SELECT count(*) FROM payouts WHERE partner_id = "partnerId" AND corrects_id IS NULL
                    AND period = to_char("occurredAt" AT TIME ZONE 'UTC', 'YYYY-MM')::char(7)
            ) > 0
        FROM json_to_recordset(items) AS row (
            "id" text, "partnerId" text, "customerId" text, "productId" text, "externalId" text, "type" "ChargeType",
            "amount" bigint, "currency" text, "occurredAt" timestamptz, "chargeId" text, "refundId" text
        )
        RETURNING partner_id, type, currency, amount, late
    )
    SELECT partner_id, type::text, currency::text, count(*)::int, count(*) FILTER (WHERE late)::int,
        sum(amount)::bigint
    FROM written GROUP BY partner_id, type, currency;
END $$;
