-- AlterTable
ALTER TABLE "request_log" ADD COLUMN     "per_minute" INTEGER;
