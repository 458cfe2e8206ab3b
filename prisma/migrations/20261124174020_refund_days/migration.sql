-- AlterTable
ALTER TABLE "charge_days" ADD COLUMN     "refunded" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "refunds" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "reversals" INTEGER NOT NULL DEFAULT 0;

-- From here on handwritten: Prisma's diff does not see any of it.

-- More may be refunded on a day than was charged on it.
ALTER TABLE "charge_days" DROP CONSTRAINT "charge_days_gross_check";
