-- AlterTable
ALTER TABLE "webhook_attempts" ADD COLUMN     "is_kept" BOOLEAN NOT NULL DEFAULT true;
