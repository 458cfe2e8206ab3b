-- Handwritten: Prisma's diff does not see functions.

-- Writes charges of partners that the caller has locked; returns their sums by partner and currency, and the
-- lines that were not written, with the fault of each. An external ID that exists is "taken". A function, so
-- that each connection keeps its plan, which takes as long to make as forty rows take to write.
CREATE FUNCTION "insert_charges"("items" json)
RETURNS TABLE (
    "fault" text, "line" integer, "partnerId" text, "currency" text, "count" integer, "amount" bigint
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH input AS MATERIALIZED (
        SELECT * FROM json_to_recordset(items) AS row (
            "line" int, "id" text, "partnerId" text, "externalId" text, "customerId" text,
            "customerExternalId" text, "customerEmailKey" text, "product" text, "amount" bigint,
            "currency" text, "occurredAt" timestamptz, "late" boolean
        )
    ), found AS MATERIALIZED (
        SELECT input.*, customer.id AS customer_id, products.id AS product_id,
            products.currency AS product_currency,
            CASE WHEN products.id IS NULL THEN 'product'
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
            "occurredAt", "late"
        FROM found WHERE fault IS NULL ORDER BY "line"
        ON CONFLICT (partner_id, external_id) DO NOTHING
        RETURNING id, partner_id, currency, amount
    )
    SELECT NULL::text, NULL::int, partner_id, currency::text, count(*)::int, sum(amount)::bigint
    FROM written GROUP BY partner_id, currency
    UNION ALL
    SELECT coalesce(fault, 'taken'), "line", NULL, product_currency::text, NULL, NULL
    FROM found LEFT JOIN written USING (id) WHERE written.id IS NULL;
END $$;
