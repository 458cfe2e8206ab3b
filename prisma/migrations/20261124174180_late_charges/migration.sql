-- A partner's late rows, which are few
CREATE INDEX CONCURRENTLY "charges_late_idx" ON "charges"("partner_id", "occurred_at", "id") WHERE "late";
