-- CreateIndex
CREATE INDEX CONCURRENTLY "customers_email_key_id_idx" ON "customers"("email_key", "id");
