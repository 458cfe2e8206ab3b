-- Handwritten: a partial index. The keys that end, except those whose event of that was written.
CREATE INDEX CONCURRENTLY "api_keys_end_idx" ON "api_keys"(least("expires_at", "revoked_at"), "id") WHERE "end_told_at" IS NULL;
