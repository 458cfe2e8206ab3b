-- AlterTable
ALTER TABLE "import_runs" ADD COLUMN     "moved_at" TIMESTAMPTZ(3);
