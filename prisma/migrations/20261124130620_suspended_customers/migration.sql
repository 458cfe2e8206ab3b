-- A partner's suspended customers, which are few among those with the status "active".
CREATE INDEX CONCURRENTLY "customers_suspended_idx" ON "customers"("partner_id", "created_at", "id") WHERE "suspended_at" IS NOT NULL;
