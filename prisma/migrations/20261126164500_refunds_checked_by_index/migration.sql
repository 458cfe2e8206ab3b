-- As before, but refunds and reversals are checked against their charges by index.
CREATE OR REPLACE FUNCTION "total_added_charges"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM partners WHERE id IN (SELECT partner_id FROM added) ORDER BY id FOR NO KEY UPDATE;
    INSERT INTO charge_days AS kept
        (partner_id, day, product_id, currency, charges, gross, refunds, reversals, refunded)
    SELECT partner_id, (occurred_at AT TIME ZONE 'UTC')::date, product_id, currency, count(*),
        sum(CASE type WHEN 'refund' THEN -amount ELSE amount END),
        count(*) FILTER (WHERE type = 'refund'), count(*) FILTER (WHERE type = 'refund_reversal'),
        sum(CASE type WHEN 'refund' THEN amount WHEN 'refund_reversal' THEN -amount ELSE 0 END)
    FROM added GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (partner_id, day, product_id, currency)
    DO UPDATE SET charges = kept.charges + excluded.charges, gross = kept.gross + excluded.gross,
        refunds = kept.refunds + excluded.refunds, reversals = kept.reversals + excluded.reversals,
        refunded = kept.refunded + excluded.refunded;
    -- Each customer by its index, however many there are.
    IF EXISTS (
        SELECT FROM added WHERE type = 'charge'
            AND partner_id <> (SELECT partner_id FROM customers WHERE id = added.customer_id)
            AND (TG_OP = 'INSERT' OR NOT EXISTS (
                SELECT FROM former_customers AS former
                WHERE (former.customer_id, former.partner_id) = (added.customer_id, added.partner_id)
            ))
    ) THEN
        RAISE EXCEPTION 'a charge is of a customer of its partner'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'charges_customer_of_partner';
    END IF;
    IF TG_OP = 'INSERT' AND NOT EXISTS (SELECT FROM added WHERE type <> 'charge') THEN
        RETURN NULL;
    END IF;
    -- Each charge and refund by its index, however many there are: a join reads all of a small table, and
    -- of one that the server has no statistics of yet.
    IF EXISTS (
        SELECT FROM added CROSS JOIN LATERAL (SELECT * FROM charges WHERE id = added.charge_id OFFSET 0) AS of
        WHERE of.type <> 'charge' OR (of.partner_id, of.customer_id, of.product_id, of.currency)
            <> (added.partner_id, added.customer_id, added.product_id, added.currency)
    ) OR EXISTS (
        SELECT FROM added CROSS JOIN LATERAL (SELECT * FROM charges WHERE id = added.refund_id OFFSET 0) AS of
        WHERE of.type <> 'refund' OR of.charge_id <> added.charge_id OR of.amount < added.amount
    ) THEN
        RAISE EXCEPTION 'a refund is of a charge of the same customer and product, a reversal of a refund'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'charges_refund_of_charge';
    END IF;
    IF EXISTS (
        SELECT FROM (
            SELECT charge_id AS id FROM added WHERE charge_id IS NOT NULL
            UNION SELECT id FROM added WHERE TG_OP = 'UPDATE' AND charge_id IS NULL
        ) AS touched CROSS JOIN LATERAL (SELECT * FROM charges WHERE id = touched.id OFFSET 0) AS of
        WHERE of.amount < (
            SELECT sum(CASE one.type WHEN 'refund' THEN one.amount ELSE -one.amount END)
            FROM charges AS one WHERE one.charge_id = of.id
        )
    ) THEN
        RAISE EXCEPTION 'more is refunded than was charged'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'charges_refunded_at_most';
    END IF;
    RETURN NULL;
END $$;
