-- AlterTable
ALTER TABLE "key_usage" ADD COLUMN     "fives" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "unlisted_failed" INTEGER,
ADD COLUMN     "unlisted_rate_limited" INTEGER,
ADD COLUMN     "unlisted_succeeded" INTEGER;
