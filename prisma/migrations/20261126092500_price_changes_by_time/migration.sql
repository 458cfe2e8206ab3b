-- CreateIndex
CREATE INDEX CONCURRENTLY "price_changes_partner_id_product_id_at_version_idx" ON "price_changes"("partner_id", "product_id", "at", "version");
