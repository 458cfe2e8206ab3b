-- More may be refunded in a month than was charged in it.
ALTER TABLE "payouts" DROP CONSTRAINT "payouts_gross_check";
