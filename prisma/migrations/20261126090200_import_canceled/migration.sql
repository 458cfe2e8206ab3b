-- AlterTable
ALTER TABLE "import_runs" ADD COLUMN     "canceled_at" TIMESTAMPTZ(3),
ADD COLUMN     "file_name" TEXT;
