-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "warned_at" TIMESTAMPTZ(3);
