-- CreateIndex
CREATE INDEX CONCURRENTLY "charges_partner_id_occurred_at_id_idx" ON "charges"("partner_id", "occurred_at", "id");
