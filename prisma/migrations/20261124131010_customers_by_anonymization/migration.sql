-- A partner's anonymized customers, which may be few among the closed ones.
CREATE INDEX CONCURRENTLY "customers_anonymized_idx" ON "customers"("partner_id", "created_at", "id") WHERE "anonymized_at" IS NOT NULL;
