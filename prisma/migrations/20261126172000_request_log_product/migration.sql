-- AlterTable
ALTER TABLE "request_log" ADD COLUMN     "is_product" BOOLEAN NOT NULL DEFAULT false;
