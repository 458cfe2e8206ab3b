-- CreateIndex
CREATE INDEX CONCURRENTLY "charges_occurred_at_id_idx" ON "charges"("occurred_at", "id");
