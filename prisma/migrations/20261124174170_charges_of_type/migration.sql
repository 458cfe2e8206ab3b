-- Refunds and reversals, which are few among the charges
CREATE INDEX CONCURRENTLY "charges_type_idx" ON "charges"("partner_id", "type", "occurred_at", "id") WHERE "type" <> 'charge';
