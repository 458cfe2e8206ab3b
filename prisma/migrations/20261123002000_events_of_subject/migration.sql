-- CreateIndex
CREATE INDEX CONCURRENTLY "events_subject_id_id_idx" ON "events"("subject_id", "id");
