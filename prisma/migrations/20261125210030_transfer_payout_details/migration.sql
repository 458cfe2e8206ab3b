-- AddForeignKey
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_partner_id_payout_details_id_fkey" FOREIGN KEY ("partner_id", "payout_details_id") REFERENCES "payout_details"("partner_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION NOT VALID;
