-- AlterTable
ALTER TABLE "users" ADD COLUMN     "last_signed_in_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "last_seen_at" TIMESTAMPTZ(3);

-- What is known of the sessions that exist: when they began.
UPDATE "sessions" SET "last_seen_at" = "created_at";

-- AlterTable
ALTER TABLE "sessions" ALTER COLUMN "last_seen_at" SET NOT NULL;

-- CreateTable
CREATE TABLE "second_factors" (
    "user_id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "sealed_by" TEXT NOT NULL,
    "last_step" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "enabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "user_id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","hash")
);

-- CreateIndex
CREATE INDEX "audit_events_partner_id_actor_id_idx" ON "audit_events"("partner_id", "actor", "id");

-- CreateIndex
CREATE INDEX "audit_events_partner_id_action_id_idx" ON "audit_events"("partner_id", "action", "id");

-- AddForeignKey
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on written by hand: what schema.prisma cannot say. Prisma's diff does not see any of it.

-- What is in force has accepted a code at least once
ALTER TABLE "second_factors"
    ADD CONSTRAINT "second_factors_enabled_check" CHECK ("enabled_at" IS NULL OR "last_step" IS NOT NULL);

ALTER TABLE "recovery_codes"
    ADD CONSTRAINT "recovery_codes_hash_check" CHECK (octet_length("hash") = 32);
