-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "end_told_at" TIMESTAMPTZ(3),
ADD COLUMN     "expiry_told_days" SMALLINT,
ADD COLUMN     "expiry_told_for" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "events" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "position" BIGINT NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_counters" (
    "partner_id" TEXT NOT NULL,
    "last_sequence" BIGINT NOT NULL,
    "expired_through" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "event_counters_pkey" PRIMARY KEY ("partner_id")
);

-- CreateTable
CREATE TABLE "event_order" (
    "id" SMALLINT NOT NULL,
    "base" BIGINT NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_order_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "events_partner_id_type_sequence_idx" ON "events"("partner_id", "type", "sequence");

-- CreateIndex
CREATE INDEX "events_position_partner_id_sequence_idx" ON "events"("position", "partner_id", "sequence");

-- CreateIndex
CREATE UNIQUE INDEX "events_partner_id_sequence_key" ON "events"("partner_id", "sequence");

-- From here on handwritten: Prisma's diff does not see any of it.

INSERT INTO "event_order" ("id", "base", "began_at") VALUES (1, 0, now());

ALTER TABLE "event_order" ADD CONSTRAINT "event_order_id_check" CHECK ("id" = 1);

ALTER TABLE "events"
    ADD CONSTRAINT "events_sequence_check" CHECK ("sequence" >= 1),
    ADD CONSTRAINT "events_data_check" CHECK (jsonb_typeof("data") = 'object');

ALTER TABLE "event_counters"
    ADD CONSTRAINT "event_counters_last_sequence_check" CHECK ("last_sequence" >= 1),
    ADD CONSTRAINT "event_counters_expired_through_check" CHECK ("expired_through" BETWEEN 0 AND "last_sequence");

-- Validated by a later migration.
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_scopes_check";
ALTER TABLE "api_keys"
    ADD CONSTRAINT "api_keys_scopes_check" CHECK (
        "scopes" IS NOT NULL
        AND "scopes" <@ ARRAY['accounts:read', 'accounts:write', 'metrics:read', 'prices:read', 'prices:write', 'payouts:read', 'events:read', 'webhooks:read', 'webhooks:write']
    ) NOT VALID;
