-- AlterTable
ALTER TABLE "request_log" ADD COLUMN     "error_message" TEXT;
