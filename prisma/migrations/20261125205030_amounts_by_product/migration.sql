-- Products may have different percentages: an adjustment can move revenue from one to another, and a
-- share can be negative although the revenue is not.
ALTER TABLE "payouts" DROP CONSTRAINT "payouts_correction_check", DROP CONSTRAINT "payouts_amount_check";
