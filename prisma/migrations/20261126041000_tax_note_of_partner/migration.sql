-- AlterTable
ALTER TABLE "partners" ADD COLUMN     "tax_note" TEXT NOT NULL DEFAULT '';
