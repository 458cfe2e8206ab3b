-- CreateIndex
CREATE INDEX CONCURRENTLY "events_type_id_idx" ON "events"("type", "id");
