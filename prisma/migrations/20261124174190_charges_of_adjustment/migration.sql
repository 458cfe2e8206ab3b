-- The rows of an adjustment
CREATE INDEX CONCURRENTLY "charges_payout_idx" ON "charges"("payout_id", "occurred_at", "id") WHERE "payout_id" IS NOT NULL;
