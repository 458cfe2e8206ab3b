-- Handwritten: a partial index. Mails with a link are claimed before all others.
CREATE INDEX CONCURRENTLY "mails_links_due_idx" ON "mails"("next_attempt_at") WHERE "status" = 'pending' AND "expires_at" IS NOT NULL;
