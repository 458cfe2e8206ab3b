-- CreateEnum
CREATE TYPE "MailStatus" AS ENUM ('pending', 'sent', 'refused', 'failed');

-- CreateTable
CREATE TABLE "mails" (
    "id" TEXT NOT NULL,
    "user_id" TEXT,
    "address" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "fact" TEXT NOT NULL,
    "message" JSONB NOT NULL,
    "is_optional" BOOLEAN NOT NULL,
    "sealed" BYTEA,
    "sealed_by" TEXT,
    "status" "MailStatus" NOT NULL DEFAULT 'pending',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "claimed_by" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mails_user_id_id_idx" ON "mails"("user_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "mails_fact_address_key" ON "mails"("fact", "address");

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on handwritten: Prisma's diff does not see any of it.

-- The mailer's queue: what is due, and how long the oldest mail has waited.
CREATE INDEX "mails_due_idx" ON "mails"("next_attempt_at") WHERE "status" = 'pending';
CREATE INDEX "mails_waiting_idx" ON "mails"("created_at") WHERE "status" = 'pending';

ALTER TABLE "mails"
    ADD CONSTRAINT "mails_pending_check" CHECK (("status" = 'pending') = ("next_attempt_at" IS NOT NULL) AND ("status" = 'pending') = ("ended_at" IS NULL)),
    ADD CONSTRAINT "mails_sealed_check" CHECK (("sealed" IS NULL) = ("sealed_by" IS NULL) AND ("sealed" IS NULL OR "status" = 'pending')),
    ADD CONSTRAINT "mails_address_check" CHECK (char_length("address") BETWEEN 3 AND 254),
    ADD CONSTRAINT "mails_fact_check" CHECK (char_length("fact") BETWEEN 1 AND 200);
