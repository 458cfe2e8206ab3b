-- For the foreign key of transfers, which are paid to details of their own partner.
CREATE UNIQUE INDEX CONCURRENTLY "payout_details_partner_id_id_key" ON "payout_details"("partner_id", "id");
