-- AlterTable
ALTER TABLE "request_log" ADD COLUMN     "path" TEXT,
ADD COLUMN     "query" TEXT;
