-- Late rows of no adjustment yet
CREATE INDEX CONCURRENTLY "charges_unadjusted_idx" ON "charges"("partner_id", "currency", "occurred_at") WHERE "late" AND "payout_id" IS NULL;
