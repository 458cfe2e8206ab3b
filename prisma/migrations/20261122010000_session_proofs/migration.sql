-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "proved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- The existing sessions: the sign-in was the last proof.
UPDATE "sessions" SET "proved_at" = "created_at";
