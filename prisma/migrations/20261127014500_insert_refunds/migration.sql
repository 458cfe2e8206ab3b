-- Handwritten: Prisma's diff does not see functions.

-- Writes refunds and reversals that the caller has checked. A function, so that the plans that a connection keeps of
-- the triggers and the foreign keys are made without reading whole tables also when refunds are the first to fire
-- them: as for "insert_charges", which shares these plans.
CREATE FUNCTION "insert_refunds"("items" json) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    INSERT INTO charges (
        id, partner_id, customer_id, product_id, external_id, type, amount, currency, occurred_at, charge_id,
        refund_id, late
    )
    SELECT "id", "partnerId", "customerId", "productId", "externalId", "type", "amount", "currency", "occurredAt",
        "chargeId", "refundId", "late"
    FROM json_to_recordset(items) AS row (
        "id" text, "partnerId" text, "customerId" text, "productId" text, "externalId" text, "type" "ChargeType",
        "amount" bigint, "currency" text, "occurredAt" timestamptz, "chargeId" text, "refundId" text, "late" boolean
    );
END $$;
