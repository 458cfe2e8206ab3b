-- CreateIndex
CREATE INDEX CONCURRENTLY "api_keys_head_id_idx" ON "api_keys"("head", "id");
