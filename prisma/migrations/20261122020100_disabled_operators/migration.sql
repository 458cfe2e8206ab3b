-- AlterTable
ALTER TABLE "users" ADD COLUMN     "disabled_at" TIMESTAMPTZ(3);

-- By hand: what Prisma cannot say.

-- Partners' people are removed from their team instead.
ALTER TABLE "users"
    ADD CONSTRAINT "users_disabled_check" CHECK ("disabled_at" IS NULL OR "role" = 'operator');
