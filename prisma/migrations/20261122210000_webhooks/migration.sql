-- CreateEnum
CREATE TYPE "WebhookPayload" AS ENUM ('thin', 'snapshot');

-- CreateEnum
CREATE TYPE "WebhookStatus" AS ENUM ('enabled', 'disabled');

-- CreateEnum
CREATE TYPE "DeliveryStatus" AS ENUM ('pending', 'delivered', 'failed');

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "types" TEXT[],
    "payload" "WebhookPayload" NOT NULL DEFAULT 'thin',
    "per_second" INTEGER NOT NULL DEFAULT 50,
    "status" "WebhookStatus" NOT NULL DEFAULT 'enabled',
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "secret" BYTEA NOT NULL,
    "secret_by" TEXT NOT NULL,
    "previous_secret" BYTEA,
    "previous_secret_by" TEXT,
    "previous_secret_until" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "last_success_at" TIMESTAMPTZ(3),
    "held_until" TIMESTAMPTZ(3),
    "claimed_by" TEXT,
    "claimed_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "test_body" TEXT,
    "status" "DeliveryStatus" NOT NULL DEFAULT 'pending',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "tries" SMALLINT NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "last_status" SMALLINT,
    "last_attempt_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("endpoint_id","event_id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "number" SMALLINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status" SMALLINT,
    "error" TEXT,
    "request_body" TEXT,
    "response" TEXT NOT NULL,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("endpoint_id","event_id","number")
);

-- CreateTable
CREATE TABLE "webhook_hours" (
    "endpoint_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "succeeded" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "webhook_hours_pkey" PRIMARY KEY ("endpoint_id","hour")
);

-- CreateIndex
CREATE INDEX "webhook_endpoints_partner_id_idx" ON "webhook_endpoints"("partner_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_status_event_id_idx" ON "webhook_deliveries"("endpoint_id", "status", "event_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_event_id_idx" ON "webhook_deliveries"("event_id");

-- CreateIndex
CREATE INDEX "webhook_hours_hour_idx" ON "webhook_hours"("hour");

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on handwritten: Prisma's diff does not see any of it.

-- The dispatcher's queue: what is due, per endpoint.
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries"("endpoint_id", "next_attempt_at") WHERE "status" = 'pending';

ALTER TABLE "webhook_endpoints"
    ADD CONSTRAINT "webhook_endpoints_url_check" CHECK (char_length("url") BETWEEN 1 AND 2048),
    ADD CONSTRAINT "webhook_endpoints_types_check" CHECK (cardinality("types") BETWEEN 1 AND 100),
    ADD CONSTRAINT "webhook_endpoints_per_second_check" CHECK ("per_second" BETWEEN 1 AND 1000),
    ADD CONSTRAINT "webhook_endpoints_disabled_check" CHECK (("status" = 'disabled') = ("disabled_at" IS NOT NULL) AND ("status" = 'disabled') = ("disabled_reason" IS NOT NULL)),
    ADD CONSTRAINT "webhook_endpoints_previous_check" CHECK (("previous_secret" IS NULL) = ("previous_secret_until" IS NULL) AND ("previous_secret" IS NULL) = ("previous_secret_by" IS NULL));

ALTER TABLE "webhook_deliveries"
    ADD CONSTRAINT "webhook_deliveries_pending_check" CHECK (("status" = 'pending') = ("next_attempt_at" IS NOT NULL));

-- Writes the deliveries of new events, in the transaction of the events: none is lost, and none is
-- written of an event that was rolled back.
CREATE FUNCTION "write_webhook_deliveries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO webhook_deliveries (endpoint_id, event_id, type, next_attempt_at, created_at)
    SELECT endpoint.id, event.id, event.type, event.occurred_at, event.occurred_at
    FROM added AS event JOIN webhook_endpoints AS endpoint
        ON endpoint.partner_id = event.partner_id OR endpoint.partner_id IS NULL
    WHERE endpoint.status = 'enabled'
        AND endpoint.types && ARRAY['*', split_part(event.type, '.', 1) || '.*', event.type];
    RETURN NULL;
END $$;

CREATE TRIGGER "events_delivered" AFTER INSERT ON "events"
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "write_webhook_deliveries"();
