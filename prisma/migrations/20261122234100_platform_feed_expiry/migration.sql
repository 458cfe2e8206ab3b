-- AlterTable
ALTER TABLE "event_order" ADD COLUMN     "expired_through" BIGINT NOT NULL DEFAULT 0;
