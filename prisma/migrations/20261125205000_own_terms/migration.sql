-- AlterTable
ALTER TABLE "partners" ADD COLUMN     "own_terms" JSONB NOT NULL DEFAULT '[]';
