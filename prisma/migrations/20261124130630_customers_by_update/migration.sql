-- The customers that were created or changed since a time; null means that one has not changed.
CREATE INDEX CONCURRENTLY "customers_updated_idx" ON "customers"("partner_id", (coalesce("updated_at", "created_at")));
