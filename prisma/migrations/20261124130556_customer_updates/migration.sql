-- AlterTable
-- Rows that exist keep null, which means "as created"; an earlier release that adds one gets the default.
ALTER TABLE "customers" ADD COLUMN     "updated_at" TIMESTAMPTZ(3);
ALTER TABLE "customers" ALTER COLUMN "updated_at" SET DEFAULT CURRENT_TIMESTAMP;
