-- As before, for refunds and reversals too. "charges" counts all rows and "gross" is the net sum, because
-- earlier releases close a month from these two: they pay no share of what was refunded. The partner is
-- locked first, so that what is left of a charge is the same for every writer.
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
    IF TG_OP = 'INSERT' AND NOT EXISTS (SELECT FROM added WHERE type <> 'charge') THEN
        RETURN NULL;
    END IF;
    IF EXISTS (
        SELECT FROM added JOIN charges AS of ON of.id = added.charge_id
        WHERE of.type <> 'charge' OR (of.partner_id, of.customer_id, of.product_id, of.currency)
            <> (added.partner_id, added.customer_id, added.product_id, added.currency)
    ) OR EXISTS (
        SELECT FROM added JOIN charges AS of ON of.id = added.refund_id
        WHERE of.type <> 'refund' OR of.charge_id <> added.charge_id OR of.amount < added.amount
    ) THEN
        RAISE EXCEPTION 'a refund is of a charge of the same customer and product, a reversal of a refund'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'charges_refund_of_charge';
    END IF;
    IF EXISTS (
        SELECT FROM charges AS of
        WHERE of.id IN (
            SELECT charge_id FROM added WHERE charge_id IS NOT NULL
            UNION SELECT id FROM added WHERE TG_OP = 'UPDATE' AND charge_id IS NULL
        ) AND of.amount < (
            SELECT sum(CASE one.type WHEN 'refund' THEN one.amount ELSE -one.amount END)
            FROM charges AS one WHERE one.charge_id = of.id
        )
    ) THEN
        RAISE EXCEPTION 'more is refunded than was charged'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'charges_refunded_at_most';
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "total_removed_charges"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM partners WHERE id IN (SELECT partner_id FROM removed) ORDER BY id FOR NO KEY UPDATE;
    UPDATE charge_days AS kept SET charges = kept.charges - change.n, gross = kept.gross - change.net,
        refunds = kept.refunds - change.refunds, reversals = kept.reversals - change.reversals,
        refunded = kept.refunded - change.refunded
    FROM (
        SELECT partner_id, (occurred_at AT TIME ZONE 'UTC')::date AS day, product_id, currency,
            count(*)::integer AS n,
            sum(CASE type WHEN 'refund' THEN -amount ELSE amount END)::bigint AS net,
            (count(*) FILTER (WHERE type = 'refund'))::integer AS refunds,
            (count(*) FILTER (WHERE type = 'refund_reversal'))::integer AS reversals,
            sum(CASE type WHEN 'refund' THEN amount WHEN 'refund_reversal' THEN -amount ELSE 0 END)::bigint
                AS refunded
        FROM removed GROUP BY 1, 2, 3, 4
    ) AS change
    WHERE (kept.partner_id, kept.day, kept.product_id, kept.currency)
        = (change.partner_id, change.day, change.product_id, change.currency);
    RETURN NULL;
END $$;
