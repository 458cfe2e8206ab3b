-- CreateTable
CREATE TABLE "notifications" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "fact_id" TEXT NOT NULL,
    "partner_id" TEXT,
    "subject_id" TEXT NOT NULL,
    "actor_id" TEXT,
    "data" JSONB NOT NULL,
    "message" JSONB NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "is_open" BOOLEAN NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),
    "passed_to" TEXT,

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_recipients" (
    "user_id" TEXT NOT NULL,
    "notification_id" TEXT NOT NULL,
    "read_at" TIMESTAMPTZ(3),
    "mail" TEXT NOT NULL,
    "mailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_recipients_pkey" PRIMARY KEY ("user_id","notification_id")
);

-- CreateTable
CREATE TABLE "notification_preferences" (
    "user_id" TEXT NOT NULL,
    "choices" JSONB NOT NULL DEFAULT '{}',
    "digested_on" DATE,

    CONSTRAINT "notification_preferences_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "notification_progress" (
    "id" SMALLINT NOT NULL,
    "position" BIGINT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,

    CONSTRAINT "notification_progress_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "notifications_type_fact_id_key" ON "notifications"("type", "fact_id");

-- CreateIndex
CREATE INDEX "notification_recipients_notification_id_idx" ON "notification_recipients"("notification_id");

-- AddForeignKey
ALTER TABLE "notification_recipients" ADD CONSTRAINT "notification_recipients_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_recipients" ADD CONSTRAINT "notification_recipients_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on handwritten: Prisma's diff does not see any of it.

-- Events from before are no news.
INSERT INTO "notification_progress" ("id", "position", "partner_id", "sequence")
SELECT 1, greatest(
    base + pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
    coalesce((SELECT max(position) + 1 FROM events), 0)), '', 0
FROM event_order;

ALTER TABLE "notification_progress" ADD CONSTRAINT "notification_progress_id_check" CHECK ("id" = 1);

ALTER TABLE "notification_recipients"
    ADD CONSTRAINT "notification_recipients_mail_check" CHECK ("mail" IN ('now', 'digest', 'off'));

ALTER TABLE "notification_preferences"
    ADD CONSTRAINT "notification_preferences_choices_check" CHECK (jsonb_typeof("choices") = 'object');

-- What has not been passed on to everybody yet.
CREATE INDEX "notifications_passing_idx" ON "notifications" ("id") WHERE "passed_to" IS NOT NULL;

CREATE INDEX "notifications_open_idx" ON "notifications" ("type") WHERE "is_open";

CREATE INDEX "notification_recipients_unread_idx" ON "notification_recipients" ("user_id", "notification_id")
    WHERE "read_at" IS NULL;

-- What waits for a digest.
CREATE INDEX "notification_recipients_digest_idx" ON "notification_recipients" ("user_id", "notification_id")
    WHERE "mail" = 'digest' AND "mailed_at" IS NULL;
