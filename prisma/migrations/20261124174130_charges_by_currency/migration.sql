-- A month's payout, and a filter
CREATE INDEX CONCURRENTLY "charges_partner_id_currency_occurred_at_id_idx" ON "charges"("partner_id", "currency", "occurred_at", "id");
