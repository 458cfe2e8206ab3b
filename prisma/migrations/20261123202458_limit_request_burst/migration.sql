-- AlterTable
ALTER TABLE "limit_requests" ADD COLUMN     "peak_ten_seconds" INTEGER;
