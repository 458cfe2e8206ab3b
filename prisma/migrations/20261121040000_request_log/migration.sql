-- CreateTable
CREATE TABLE "key_scope_uses" (
    "key_id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "key_scope_uses_pkey" PRIMARY KEY ("key_id","scope")
);

-- CreateTable
CREATE TABLE "request_log" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "partner_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "error_code" TEXT,
    "duration_us" INTEGER NOT NULL,
    "address" TEXT,
    "client_request_id" TEXT,

    CONSTRAINT "request_log_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "request_log_partner_id_id_idx" ON "request_log"("partner_id", "id");

-- CreateIndex
CREATE INDEX "request_log_key_id_id_idx" ON "request_log"("key_id", "id");

-- CreateIndex
CREATE INDEX "request_log_partner_id_route_id_idx" ON "request_log"("partner_id", "route", "id");

-- AddForeignKey
ALTER TABLE "key_scope_uses" ADD CONSTRAINT "key_scope_uses_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what Prisma cannot say.
-- Failures are what is searched for, and are few.
CREATE INDEX "request_log_failures_idx" ON "request_log"("partner_id", ("status" / 100), "id") WHERE "status" >= 400;
ALTER TABLE "request_log"
    ADD CONSTRAINT "request_log_status_check" CHECK ("status" BETWEEN 100 AND 599),
    ADD CONSTRAINT "request_log_client_request_id_check" CHECK (char_length("client_request_id") <= 128);
-- Which scopes were used until now nobody knows: those of a key that was used count as used with it.
INSERT INTO "key_scope_uses" ("key_id", "scope", "last_used_at")
    SELECT "id", unnest("scopes"), "last_used_at" FROM "api_keys" WHERE "last_used_at" IS NOT NULL
    ON CONFLICT DO NOTHING;
