-- A refund is reversed once at most.
CREATE UNIQUE INDEX CONCURRENTLY "charges_one_reversal" ON "charges"("refund_id") WHERE "refund_id" IS NOT NULL;
