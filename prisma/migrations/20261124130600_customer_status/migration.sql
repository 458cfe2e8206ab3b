-- AlterTable
ALTER TABLE "customers" ADD COLUMN     "closed_at" TIMESTAMPTZ(3),
ADD COLUMN     "suspended_at" TIMESTAMPTZ(3);

-- From here on handwritten: Prisma's diff does not see any of it.

-- An earlier release shows a suspended customer as active, and a closed one as closed: it knows both
-- values of "status". It still counts closed customers, and records charges dated after the closing.
ALTER TABLE "customers"
    ADD CONSTRAINT "customers_closed_at_check" CHECK ("closed_at" IS NULL OR "status" = 'closed') NOT VALID,
    ADD CONSTRAINT "customers_suspended_at_check" CHECK ("suspended_at" IS NULL OR "status" = 'active') NOT VALID;
