-- CreateEnum
CREATE TYPE "PartnerStatus" AS ENUM ('active', 'suspended');

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('owner', 'developer', 'viewer', 'operator');

-- CreateEnum
CREATE TYPE "LinkKind" AS ENUM ('invite', 'reset');

-- CreateEnum
CREATE TYPE "CustomerStatus" AS ENUM ('active', 'closed');

-- CreateEnum
CREATE TYPE "LimitRequestStatus" AS ENUM ('open', 'approved', 'declined');

-- CreateEnum
CREATE TYPE "PayoutStatus" AS ENUM ('pending', 'paid', 'failed');

-- CreateEnum
CREATE TYPE "ImportKind" AS ENUM ('customers', 'charges', 'products');

-- CreateEnum
CREATE TYPE "ActorKind" AS ENUM ('user', 'key', 'operator', 'system');

-- CreateTable
CREATE TABLE "partners" (
    "id" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" "PartnerStatus" NOT NULL DEFAULT 'active',
    "revshare_pct" DECIMAL(5,2) NOT NULL,
    "branding" JSONB NOT NULL DEFAULT '{}',
    "customer_count" INTEGER NOT NULL DEFAULT 0,
    "max_active_keys" INTEGER NOT NULL DEFAULT 50,
    "notes" TEXT NOT NULL DEFAULT '',
    "suspended_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "partners_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "partner_id" TEXT,
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_signed_in_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "proved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "address" TEXT,
    "user_agent" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "partner_views" (
    "session_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,

    CONSTRAINT "partner_views_pkey" PRIMARY KEY ("session_id","partner_id")
);

-- CreateTable
CREATE TABLE "one_time_links" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "maker_id" TEXT,
    "kind" "LinkKind" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "one_time_links_pkey" PRIMARY KEY ("id")
);

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

-- CreateTable
CREATE TABLE "known_addresses" (
    "user_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_addresses_pkey" PRIMARY KEY ("user_id","address")
);

-- CreateTable
CREATE TABLE "sign_in_throttles" (
    "subject" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "blocked_until" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_throttles_pkey" PRIMARY KEY ("subject")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "head" TEXT NOT NULL,
    "tail" TEXT NOT NULL,
    "scopes" TEXT[],
    "per_minute" INTEGER,
    "replaces_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "retires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_by" TEXT,
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_address" TEXT,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "key_usage" (
    "key_id" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "succeeded" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "rate_limited" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "key_usage_pkey" PRIMARY KEY ("key_id","minute")
);

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
    "path" TEXT,
    "status" SMALLINT NOT NULL,
    "error_code" TEXT,
    "duration_us" INTEGER NOT NULL,
    "address" TEXT,
    "client_request_id" TEXT,
    "query" TEXT,

    CONSTRAINT "request_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "limit_requests" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "wanted_per_minute" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "peak_per_minute" INTEGER NOT NULL,
    "refused_share" DOUBLE PRECISION NOT NULL,
    "current_per_minute" INTEGER NOT NULL,
    "status" "LimitRequestStatus" NOT NULL DEFAULT 'open',
    "granted_per_minute" INTEGER,
    "answer" TEXT,
    "requested_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "limit_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "customers" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "external_id" TEXT,
    "name" TEXT,
    "status" "CustomerStatus" NOT NULL DEFAULT 'active',
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "products" (
    "id" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "floor" BIGINT NOT NULL,
    "default_retail" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "products_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "prices" (
    "partner_id" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "version" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "prices_pkey" PRIMARY KEY ("partner_id","product_id")
);

-- CreateTable
CREATE TABLE "price_changes" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "before" BIGINT NOT NULL,
    "after" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_kind" "ActorKind" NOT NULL,
    "changed_by" TEXT NOT NULL,

    CONSTRAINT "price_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_records" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "status" INTEGER,
    "body" TEXT,
    "headers" JSONB NOT NULL DEFAULT '{}',
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "charges" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "charges_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "charge_days" (
    "partner_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "product_id" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "charges" INTEGER NOT NULL,
    "gross" BIGINT NOT NULL,

    CONSTRAINT "charge_days_pkey" PRIMARY KEY ("partner_id","day","product_id","currency")
);

-- CreateTable
CREATE TABLE "customer_days" (
    "partner_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "customers" INTEGER NOT NULL,

    CONSTRAINT "customer_days_pkey" PRIMARY KEY ("partner_id","day")
);

-- CreateTable
CREATE TABLE "payouts" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "period" CHAR(7) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "gross" BIGINT NOT NULL,
    "revshare_pct" DECIMAL(5,2) NOT NULL,
    "amount" BIGINT NOT NULL,
    "status" "PayoutStatus" NOT NULL DEFAULT 'pending',
    "reference" TEXT,
    "corrects_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "payouts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_runs" (
    "id" TEXT NOT NULL,
    "kind" "ImportKind" NOT NULL,
    "fingerprint" BYTEA,
    "lines_done" INTEGER NOT NULL DEFAULT 0,
    "imported" INTEGER NOT NULL DEFAULT 0,
    "existing" INTEGER NOT NULL DEFAULT 0,
    "rejected" INTEGER NOT NULL DEFAULT 0,
    "lifted" INTEGER NOT NULL DEFAULT 0,
    "last_rejected" JSONB NOT NULL DEFAULT '[]',
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "partner_code" TEXT,

    CONSTRAINT "import_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_rejections" (
    "run_id" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "import_rejections_pkey" PRIMARY KEY ("run_id","line")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "partner_id" TEXT,
    "actor_kind" "ActorKind" NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "address" TEXT,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "write_probe" (
    "id" BIGINT NOT NULL,
    "filler" TEXT NOT NULL,

    CONSTRAINT "write_probe_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_quotas" (
    "subject" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "used" INTEGER NOT NULL,

    CONSTRAINT "audit_quotas_pkey" PRIMARY KEY ("subject")
);

-- CreateIndex
CREATE UNIQUE INDEX "partners_code_key" ON "partners"("code");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key_key" ON "users"("email_key");

-- CreateIndex
CREATE INDEX "users_partner_id_idx" ON "users"("partner_id");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "one_time_links_token_hash_key" ON "one_time_links"("token_hash");

-- CreateIndex
CREATE INDEX "one_time_links_user_id_idx" ON "one_time_links"("user_id");

-- CreateIndex
CREATE INDEX "one_time_links_maker_id_idx" ON "one_time_links"("maker_id");

-- CreateIndex
CREATE INDEX "sign_in_throttles_expires_at_idx" ON "sign_in_throttles"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE INDEX "api_keys_partner_id_created_at_idx" ON "api_keys"("partner_id", "created_at");

-- CreateIndex
CREATE INDEX "api_keys_replaces_id_idx" ON "api_keys"("replaces_id");

-- CreateIndex
CREATE INDEX "key_usage_minute_idx" ON "key_usage"("minute");

-- CreateIndex
CREATE INDEX "request_log_partner_id_id_idx" ON "request_log"("partner_id", "id");

-- CreateIndex
CREATE INDEX "request_log_key_id_id_idx" ON "request_log"("key_id", "id");

-- CreateIndex
CREATE INDEX "request_log_partner_id_route_id_idx" ON "request_log"("partner_id", "route", "id");

-- CreateIndex
CREATE INDEX "limit_requests_partner_id_id_idx" ON "limit_requests"("partner_id", "id");

-- CreateIndex
CREATE INDEX "limit_requests_key_id_id_idx" ON "limit_requests"("key_id", "id");

-- CreateIndex
CREATE INDEX "limit_requests_status_id_idx" ON "limit_requests"("status", "id");

-- CreateIndex
CREATE INDEX "customers_partner_id_created_at_id_idx" ON "customers"("partner_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "customers_partner_id_status_created_at_id_idx" ON "customers"("partner_id", "status", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "customers_partner_id_id_key" ON "customers"("partner_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "customers_partner_id_email_key_key" ON "customers"("partner_id", "email_key");

-- CreateIndex
CREATE UNIQUE INDEX "customers_partner_id_external_id_key" ON "customers"("partner_id", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "products_code_key" ON "products"("code");

-- CreateIndex
CREATE UNIQUE INDEX "products_id_currency_key" ON "products"("id", "currency");

-- CreateIndex
CREATE INDEX "prices_product_id_idx" ON "prices"("product_id");

-- CreateIndex
CREATE INDEX "price_changes_product_id_idx" ON "price_changes"("product_id");

-- CreateIndex
CREATE UNIQUE INDEX "price_changes_partner_id_product_id_version_key" ON "price_changes"("partner_id", "product_id", "version");

-- CreateIndex
CREATE INDEX "idempotency_records_partner_id_idx" ON "idempotency_records"("partner_id");

-- CreateIndex
CREATE INDEX "idempotency_records_expires_at_idx" ON "idempotency_records"("expires_at");

-- CreateIndex
CREATE INDEX "charges_customer_id_idx" ON "charges"("customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "charges_partner_id_external_id_key" ON "charges"("partner_id", "external_id");

-- CreateIndex
CREATE INDEX "payouts_partner_id_id_idx" ON "payouts"("partner_id", "id");

-- CreateIndex
CREATE INDEX "payouts_partner_id_period_currency_idx" ON "payouts"("partner_id", "period", "currency");

-- CreateIndex
CREATE INDEX "payouts_corrects_id_idx" ON "payouts"("corrects_id");

-- CreateIndex
CREATE INDEX "import_runs_fingerprint_idx" ON "import_runs"("fingerprint");

-- CreateIndex
CREATE INDEX "audit_events_partner_id_id_idx" ON "audit_events"("partner_id", "id");

-- CreateIndex
CREATE INDEX "audit_events_partner_id_actor_id_idx" ON "audit_events"("partner_id", "actor", "id");

-- CreateIndex
CREATE INDEX "audit_events_partner_id_action_id_idx" ON "audit_events"("partner_id", "action", "id");

-- CreateIndex
CREATE INDEX "audit_events_subject_id_idx" ON "audit_events"("subject", "id");

-- CreateIndex
CREATE INDEX "audit_quotas_day_idx" ON "audit_quotas"("day");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_views" ADD CONSTRAINT "partner_views_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_maker_id_fkey" FOREIGN KEY ("maker_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "known_addresses" ADD CONSTRAINT "known_addresses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_replaces_id_fkey" FOREIGN KEY ("replaces_id") REFERENCES "api_keys"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "key_usage" ADD CONSTRAINT "key_usage_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "key_scope_uses" ADD CONSTRAINT "key_scope_uses_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "limit_requests" ADD CONSTRAINT "limit_requests_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "limit_requests" ADD CONSTRAINT "limit_requests_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customers" ADD CONSTRAINT "customers_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prices" ADD CONSTRAINT "prices_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prices" ADD CONSTRAINT "prices_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_records" ADD CONSTRAINT "idempotency_records_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "charges" ADD CONSTRAINT "charges_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "charges" ADD CONSTRAINT "charges_partner_id_customer_id_fkey" FOREIGN KEY ("partner_id", "customer_id") REFERENCES "customers"("partner_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "charges" ADD CONSTRAINT "charges_product_id_currency_fkey" FOREIGN KEY ("product_id", "currency") REFERENCES "products"("id", "currency") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "charge_days" ADD CONSTRAINT "charge_days_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_days" ADD CONSTRAINT "customer_days_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_corrects_id_fkey" FOREIGN KEY ("corrects_id") REFERENCES "payouts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "import_rejections" ADD CONSTRAINT "import_rejections_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "import_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on written by hand: what schema.prisma cannot say. Prisma's diff does not see any of it.

-- Limits that hold whoever writes
ALTER TABLE "partners"
    ADD CONSTRAINT "partners_revshare_pct_check" CHECK ("revshare_pct" BETWEEN 0 AND 100),
    ADD CONSTRAINT "partners_max_active_keys_check" CHECK ("max_active_keys" >= 0),
    ADD CONSTRAINT "partners_customer_count_check" CHECK ("customer_count" >= 0);

ALTER TABLE "users"
    ADD CONSTRAINT "users_email_key_check" CHECK ("email_key" = lower("email_key")),
    ADD CONSTRAINT "users_partner_check" CHECK (("role" = 'operator') = ("partner_id" IS NULL));

ALTER TABLE "one_time_links"
    ADD CONSTRAINT "one_time_links_token_hash_check" CHECK (octet_length("token_hash") = 32);

ALTER TABLE "sign_in_throttles"
    ADD CONSTRAINT "sign_in_throttles_failures_check" CHECK ("failures" >= 0);

ALTER TABLE "api_keys"
    ADD CONSTRAINT "api_keys_label_check" CHECK (char_length("label") BETWEEN 1 AND 80),
    ADD CONSTRAINT "api_keys_hash_check" CHECK (octet_length("hash") = 32),
    ADD CONSTRAINT "api_keys_per_minute_check" CHECK ("per_minute" BETWEEN 1 AND 1000000),
    ADD CONSTRAINT "api_keys_scopes_check" CHECK (
        "scopes" IS NOT NULL
        AND "scopes" <@ ARRAY['accounts:read', 'accounts:write', 'metrics:read', 'prices:read', 'prices:write', 'payouts:read']
    );

ALTER TABLE "customers"
    ADD CONSTRAINT "customers_email_key_check" CHECK ("email_key" = lower("email_key"));

-- A key has at most one successor that nobody has revoked
CREATE UNIQUE INDEX "api_keys_one_live_successor" ON "api_keys"("replaces_id") WHERE "revoked_at" IS NULL;

-- partners.customer_count is the number of a partner's customers, whoever writes and however many rows
-- at once. Partners are locked in the order of their ids, so that two such statements cannot deadlock.
CREATE FUNCTION "count_added_customers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM partners WHERE id IN (SELECT partner_id FROM added) ORDER BY id FOR NO KEY UPDATE;
    UPDATE partners SET customer_count = customer_count + change.n
    FROM (SELECT partner_id, count(*)::integer AS n FROM added GROUP BY partner_id) AS change
    WHERE partners.id = change.partner_id;
    RETURN NULL;
END $$;

CREATE FUNCTION "count_removed_customers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM partners WHERE id IN (SELECT partner_id FROM removed) ORDER BY id FOR NO KEY UPDATE;
    UPDATE partners SET customer_count = customer_count - change.n
    FROM (SELECT partner_id, count(*)::integer AS n FROM removed GROUP BY partner_id) AS change
    WHERE partners.id = change.partner_id;
    RETURN NULL;
END $$;

-- A trigger with transition tables may not name a column, so this one sees every update and leaves
-- partners alone whose balance is even.
CREATE FUNCTION "count_moved_customers"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    moved text[];
BEGIN
    SELECT array_agg(partner_id) INTO moved FROM (
        SELECT partner_id FROM (
            SELECT partner_id, 1 AS n FROM added UNION ALL SELECT partner_id, -1 FROM removed
        ) AS rows GROUP BY partner_id HAVING sum(n) <> 0
    ) AS uneven;
    IF moved IS NULL THEN
        RETURN NULL;
    END IF;
    PERFORM 1 FROM partners WHERE id = ANY (moved) ORDER BY id FOR NO KEY UPDATE;
    UPDATE partners SET customer_count = customer_count
        + (SELECT count(*) FROM added WHERE added.partner_id = partners.id)
        - (SELECT count(*) FROM removed WHERE removed.partner_id = partners.id)
    WHERE id = ANY (moved);
    RETURN NULL;
END $$;

CREATE FUNCTION "count_no_customers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE partners SET customer_count = 0 WHERE customer_count <> 0;
    RETURN NULL;
END $$;

CREATE TRIGGER "customers_added" AFTER INSERT ON "customers"
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "count_added_customers"();

CREATE TRIGGER "customers_removed" AFTER DELETE ON "customers"
    REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION "count_removed_customers"();

CREATE TRIGGER "customers_moved" AFTER UPDATE ON "customers"
    REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "count_moved_customers"();

CREATE TRIGGER "customers_truncated" AFTER TRUNCATE ON "customers"
    FOR EACH STATEMENT EXECUTE FUNCTION "count_no_customers"();

CREATE UNIQUE INDEX "limit_requests_one_open_key" ON "limit_requests"("key_id") WHERE "status" = 'open';
ALTER TABLE "limit_requests"
    ADD CONSTRAINT "limit_requests_wanted_check" CHECK ("wanted_per_minute" BETWEEN 1 AND 1000000),
    ADD CONSTRAINT "limit_requests_granted_check" CHECK ("granted_per_minute" BETWEEN 1 AND 1000000),
    ADD CONSTRAINT "limit_requests_reason_check" CHECK (char_length("reason") BETWEEN 1 AND 500),
    ADD CONSTRAINT "limit_requests_answer_check" CHECK (char_length("answer") BETWEEN 1 AND 500),
    ADD CONSTRAINT "limit_requests_share_check" CHECK ("refused_share" BETWEEN 0 AND 1),
    ADD CONSTRAINT "limit_requests_decided_check" CHECK (("status" = 'open') = ("decided_at" IS NULL)),
    ADD CONSTRAINT "limit_requests_approved_check" CHECK (("status" = 'approved') = ("granted_per_minute" IS NOT NULL)),
    ADD CONSTRAINT "limit_requests_declined_check" CHECK ("status" <> 'declined' OR "answer" IS NOT NULL);

-- Amounts stay far below 2^53, so that a sum of thousands of them is exact in JSON too.
ALTER TABLE "products"
    ADD CONSTRAINT "products_code_check" CHECK ("code" ~ '^[a-z0-9][a-z0-9._-]{0,63}$'),
    ADD CONSTRAINT "products_name_check" CHECK (char_length("name") BETWEEN 1 AND 80),
    ADD CONSTRAINT "products_floor_check" CHECK ("floor" BETWEEN 0 AND 1000000000000),
    ADD CONSTRAINT "products_default_retail_check" CHECK ("default_retail" BETWEEN "floor" AND 1000000000000),
    ADD CONSTRAINT "products_currency_check" CHECK ("currency" ~ '^[A-Z]{3}$');

ALTER TABLE "prices"
    ADD CONSTRAINT "prices_amount_check" CHECK ("amount" BETWEEN 0 AND 1000000000000),
    ADD CONSTRAINT "prices_version_check" CHECK ("version" >= 1);

ALTER TABLE "price_changes"
    ADD CONSTRAINT "price_changes_version_check" CHECK ("version" >= 1);

ALTER TABLE "idempotency_records"
    ADD CONSTRAINT "idempotency_records_fingerprint_check" CHECK (octet_length("fingerprint") = 32),
    ADD CONSTRAINT "idempotency_records_status_check" CHECK ("status" BETWEEN 200 AND 299),
    ADD CONSTRAINT "idempotency_records_body_check" CHECK (("status" IS NULL) = ("body" IS NULL));

ALTER TABLE "customers"
    ADD CONSTRAINT "customers_email_check" CHECK (char_length("email") BETWEEN 1 AND 254),
    ADD CONSTRAINT "customers_name_check" CHECK (char_length("name") BETWEEN 1 AND 200),
    ADD CONSTRAINT "customers_external_id_check" CHECK (char_length("external_id") BETWEEN 1 AND 128),
    ADD CONSTRAINT "customers_metadata_check" CHECK (jsonb_typeof("metadata") = 'object');

-- A product's currency is that of every price and charge of it.
CREATE FUNCTION "keep_product_currency"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the currency of a product never changes'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'products_currency_kept';
END $$;

CREATE TRIGGER "products_currency_kept" BEFORE UPDATE ON "products"
    FOR EACH ROW WHEN (OLD."currency" <> NEW."currency") EXECUTE FUNCTION "keep_product_currency"();

ALTER TABLE "charges"
    ADD CONSTRAINT "charges_external_id_check" CHECK (char_length("external_id") BETWEEN 1 AND 128),
    ADD CONSTRAINT "charges_amount_check" CHECK ("amount" BETWEEN 0 AND 1000000000000),
    ADD CONSTRAINT "charges_currency_check" CHECK ("currency" ~ '^[A-Z]{3}$');

ALTER TABLE "charge_days"
    ADD CONSTRAINT "charge_days_charges_check" CHECK ("charges" >= 0),
    ADD CONSTRAINT "charge_days_gross_check" CHECK ("gross" >= 0);

ALTER TABLE "customer_days"
    ADD CONSTRAINT "customer_days_customers_check" CHECK ("customers" >= 0);

ALTER TABLE "payouts"
    ADD CONSTRAINT "payouts_period_check" CHECK ("period" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
    ADD CONSTRAINT "payouts_currency_check" CHECK ("currency" ~ '^[A-Z]{3}$'),
    ADD CONSTRAINT "payouts_revshare_pct_check" CHECK ("revshare_pct" BETWEEN 0 AND 100),
    ADD CONSTRAINT "payouts_gross_check" CHECK ("corrects_id" IS NOT NULL OR "gross" >= 0),
    ADD CONSTRAINT "payouts_correction_check" CHECK ("corrects_id" IS NULL OR "gross" <> 0),
    -- A share of part of a sum: never more than it, and never the other way.
    ADD CONSTRAINT "payouts_amount_check" CHECK (abs("amount") <= abs("gross") AND sign("amount") * sign("gross") >= 0),
    ADD CONSTRAINT "payouts_reference_check" CHECK (char_length("reference") BETWEEN 1 AND 80),
    ADD CONSTRAINT "payouts_settled_check" CHECK (("status" = 'pending') = ("settled_at" IS NULL)),
    ADD CONSTRAINT "payouts_referred_check" CHECK (("status" = 'pending') = ("reference" IS NULL));

ALTER TABLE "import_runs"
    ADD CONSTRAINT "import_runs_fingerprint_check" CHECK (octet_length("fingerprint") = 32),
    ADD CONSTRAINT "import_runs_counts_check" CHECK (
        "lines_done" >= 0 AND "imported" >= 0 AND "existing" >= 0 AND "rejected" >= 0
    );

-- A period is closed once for each partner and currency; corrections may follow.
CREATE UNIQUE INDEX "payouts_one_closing" ON "payouts"("partner_id", "period", "currency")
    WHERE "corrects_id" IS NULL;

-- A file is under way in one run at most.
CREATE UNIQUE INDEX "import_runs_one_unfinished" ON "import_runs"("fingerprint")
    WHERE "finished_at" IS NULL;

-- charge_days holds, for each partner, UTC day, product and currency, the number of charges and their
-- sum, whoever writes and however many rows at once. As with customer_count, partners are locked in the
-- order of their ids, so that two such statements cannot deadlock. A day that has lost its last charge
-- stays, with zeros.
CREATE FUNCTION "total_added_charges"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM partners WHERE id IN (SELECT partner_id FROM added) ORDER BY id FOR NO KEY UPDATE;
    INSERT INTO charge_days AS kept (partner_id, day, product_id, currency, charges, gross)
    SELECT partner_id, (occurred_at AT TIME ZONE 'UTC')::date, product_id, currency, count(*), sum(amount)
    FROM added GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (partner_id, day, product_id, currency)
    DO UPDATE SET charges = kept.charges + excluded.charges, gross = kept.gross + excluded.gross;
    RETURN NULL;
END $$;

CREATE FUNCTION "total_removed_charges"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM partners WHERE id IN (SELECT partner_id FROM removed) ORDER BY id FOR NO KEY UPDATE;
    UPDATE charge_days AS kept SET charges = kept.charges - change.n, gross = kept.gross - change.gross
    FROM (
        SELECT partner_id, (occurred_at AT TIME ZONE 'UTC')::date AS day, product_id, currency,
            count(*)::integer AS n, sum(amount)::bigint AS gross
        FROM removed GROUP BY 1, 2, 3, 4
    ) AS change
    WHERE (kept.partner_id, kept.day, kept.product_id, kept.currency)
        = (change.partner_id, change.day, change.product_id, change.currency);
    RETURN NULL;
END $$;

CREATE FUNCTION "total_no_charges"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM charge_days;
    RETURN NULL;
END $$;

CREATE TRIGGER "charges_added" AFTER INSERT ON "charges"
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "total_added_charges"();

CREATE TRIGGER "charges_removed" AFTER DELETE ON "charges"
    REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION "total_removed_charges"();

-- Triggers fire in the order of their names: nothing is taken away before what replaces it is there.
CREATE TRIGGER "charges_moved_in" AFTER UPDATE ON "charges"
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "total_added_charges"();

CREATE TRIGGER "charges_moved_out" AFTER UPDATE ON "charges"
    REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION "total_removed_charges"();

CREATE TRIGGER "charges_truncated" AFTER TRUNCATE ON "charges"
    FOR EACH STATEMENT EXECUTE FUNCTION "total_no_charges"();

-- customer_days: likewise the customers of a partner by the UTC day on which they were made. The
-- triggers of customer_count come first by their names, and hold the partners.
CREATE FUNCTION "total_added_customers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO customer_days AS kept (partner_id, day, customers)
    SELECT partner_id, (created_at AT TIME ZONE 'UTC')::date, count(*)
    FROM added GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (partner_id, day) DO UPDATE SET customers = kept.customers + excluded.customers;
    RETURN NULL;
END $$;

CREATE FUNCTION "total_removed_customers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE customer_days AS kept SET customers = kept.customers - change.n
    FROM (
        SELECT partner_id, (created_at AT TIME ZONE 'UTC')::date AS day, count(*)::integer AS n
        FROM removed GROUP BY 1, 2
    ) AS change
    WHERE (kept.partner_id, kept.day) = (change.partner_id, change.day);
    RETURN NULL;
END $$;

CREATE FUNCTION "total_no_customers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM customer_days;
    RETURN NULL;
END $$;

CREATE TRIGGER "customers_total_added" AFTER INSERT ON "customers"
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "total_added_customers"();

CREATE TRIGGER "customers_total_removed" AFTER DELETE ON "customers"
    REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION "total_removed_customers"();

CREATE TRIGGER "customers_total_moved_in" AFTER UPDATE ON "customers"
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "total_added_customers"();

CREATE TRIGGER "customers_total_moved_out" AFTER UPDATE ON "customers"
    REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION "total_removed_customers"();

CREATE TRIGGER "customers_total_truncated" AFTER TRUNCATE ON "customers"
    FOR EACH STATEMENT EXECUTE FUNCTION "total_no_customers"();

-- Failures are what is searched for, and are few.
CREATE INDEX "request_log_failures_idx" ON "request_log"("partner_id", ("status" / 100), "id") WHERE "status" >= 400;
ALTER TABLE "request_log"
    ADD CONSTRAINT "request_log_status_check" CHECK ("status" BETWEEN 100 AND 599),
    ADD CONSTRAINT "request_log_client_request_id_check" CHECK (char_length("client_request_id") <= 128);

ALTER TABLE "import_runs" ADD CONSTRAINT "import_runs_lifted_check" CHECK ("lifted" >= 0);

-- What is in force has accepted a code at least once
ALTER TABLE "second_factors"
    ADD CONSTRAINT "second_factors_enabled_check" CHECK ("enabled_at" IS NULL OR "last_step" IS NOT NULL);

ALTER TABLE "recovery_codes"
    ADD CONSTRAINT "recovery_codes_hash_check" CHECK (octet_length("hash") = 32);

ALTER TABLE "partners"
    ADD CONSTRAINT "partners_notes_check" CHECK (char_length("notes") <= 4000),
    ADD CONSTRAINT "partners_suspended_reason_check" CHECK (
        char_length("suspended_reason") <= 500 AND ("suspended_reason" IS NULL OR "status" = 'suspended')
    );

-- Who sets another "revoked_at" and says nothing of a plan states the fact, as an older release does.
CREATE FUNCTION "end_planned_revoke"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.retires_at := NULL;
    RETURN NEW;
END $$;

CREATE TRIGGER "api_keys_plan_ended" BEFORE UPDATE ON "api_keys"
    FOR EACH ROW WHEN (NEW."retires_at" IS NOT NULL AND NEW."revoked_at" IS DISTINCT FROM NEW."retires_at")
    EXECUTE FUNCTION "end_planned_revoke"();

ALTER TABLE "api_keys"
    ADD CONSTRAINT "api_keys_retires_at_check" CHECK ("retires_at" IS NULL OR "revoked_at" IS NOT DISTINCT FROM "retires_at");

-- Few calls bring an id of their own, and support looks for one by it.
CREATE INDEX "request_log_client_request_id_idx" ON "request_log"("partner_id", "client_request_id") WHERE "client_request_id" IS NOT NULL;

-- Partners' people are removed from their team instead.
ALTER TABLE "users"
    ADD CONSTRAINT "users_disabled_check" CHECK ("disabled_at" IS NULL OR "role" = 'operator');

-- The words of a name as lexemes, each behind its partner's id, so that a search reads one partner's
-- entries of the index. It is all built-in functions: no extension and no configuration of text search,
-- whose parser would take names apart as if they were addresses.
CREATE FUNCTION "customer_words"("partner_id" text, "name" text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT array_remove(string_to_array(regexp_replace(
        ' ' || lower("name"), '[[:space:][:punct:]]+', chr(10) || "partner_id" || ' ', 'g'
    ), chr(10)), '')
$$;

-- Finds names with a word that begins with each word of the search; null where the search has no word.
CREATE FUNCTION "customer_query"("partner_id" text, "search" text) RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT string_agg(quote_literal(word) || ':*', ' & ')::tsquery
    FROM unnest("customer_words"("partner_id", "search")) AS word
    WHERE word <> "partner_id" || ' '
$$;

CREATE INDEX "customers_words_idx" ON "customers" USING GIN (array_to_tsvector("customer_words"("partner_id", "name")));

-- For the beginning of an address, under any locale of the database.
CREATE INDEX "customers_email_idx" ON "customers"("partner_id", lower("email") text_pattern_ops);

-- Each probe fills a page of its own, so that a full disk shows; all are rolled back, and
-- vacuum soon truncates the empty pages.
ALTER TABLE "write_probe" ALTER COLUMN "filler" SET STORAGE PLAIN;
ALTER TABLE "write_probe" SET (autovacuum_vacuum_threshold = 10, autovacuum_vacuum_scale_factor = 0);
