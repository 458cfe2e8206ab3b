-- CreateIndex
CREATE INDEX CONCURRENTLY "api_keys_tail_id_idx" ON "api_keys"("tail", "id");
