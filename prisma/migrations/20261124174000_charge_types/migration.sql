-- CreateEnum
CREATE TYPE "ChargeType" AS ENUM ('charge', 'refund', 'refund_reversal');

-- AlterTable
ALTER TABLE "charges" ADD COLUMN     "charge_id" TEXT,
ADD COLUMN     "late" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "payout_id" TEXT,
ADD COLUMN     "refund_id" TEXT,
ADD COLUMN     "type" "ChargeType" NOT NULL DEFAULT 'charge';

-- AddForeignKey
ALTER TABLE "charges" ADD CONSTRAINT "charges_charge_id_fkey" FOREIGN KEY ("charge_id") REFERENCES "charges"("id") ON DELETE NO ACTION ON UPDATE NO ACTION NOT VALID;

-- AddForeignKey
ALTER TABLE "charges" ADD CONSTRAINT "charges_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "charges"("id") ON DELETE NO ACTION ON UPDATE NO ACTION NOT VALID;

-- From here on handwritten: Prisma's diff does not see any of it.

-- An earlier release writes charges only, which the defaults describe. Charges of zero stay possible:
-- files that were imported before have them.
ALTER TABLE "charges"
    ADD CONSTRAINT "charges_type_check" CHECK (
        CASE "type"
            WHEN 'charge' THEN "charge_id" IS NULL AND "refund_id" IS NULL
            WHEN 'refund' THEN "charge_id" IS NOT NULL AND "refund_id" IS NULL AND "amount" > 0
            ELSE "charge_id" IS NOT NULL AND "refund_id" IS NOT NULL AND "amount" > 0
        END
    ) NOT VALID,
    ADD CONSTRAINT "charges_late_check" CHECK ("late" OR "payout_id" IS NULL) NOT VALID;
