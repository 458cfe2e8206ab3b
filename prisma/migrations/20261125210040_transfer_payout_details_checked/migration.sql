ALTER TABLE "transfers" VALIDATE CONSTRAINT "transfers_partner_id_payout_details_id_fkey";
