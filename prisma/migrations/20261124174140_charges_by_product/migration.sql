-- CreateIndex
CREATE INDEX CONCURRENTLY "charges_partner_id_product_id_occurred_at_id_idx" ON "charges"("partner_id", "product_id", "occurred_at", "id");
