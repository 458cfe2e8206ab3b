-- CreateEnum
CREATE TYPE "PartnerStatus" AS ENUM ('active', 'suspended');

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('owner', 'developer', 'viewer', 'operator');

-- CreateEnum
CREATE TYPE "LinkKind" AS ENUM ('invite', 'reset');

-- CreateEnum
CREATE TYPE "CustomerStatus" AS ENUM ('active', 'closed');

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

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "address" TEXT,
    "user_agent" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "one_time_links" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" "LinkKind" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "one_time_links_pkey" PRIMARY KEY ("id")
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
CREATE INDEX "customers_partner_id_id_idx" ON "customers"("partner_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "customers_partner_id_email_key_key" ON "customers"("partner_id", "email_key");

-- CreateIndex
CREATE UNIQUE INDEX "customers_partner_id_external_id_key" ON "customers"("partner_id", "external_id");

-- CreateIndex
CREATE INDEX "audit_events_partner_id_id_idx" ON "audit_events"("partner_id", "id");

-- CreateIndex
CREATE INDEX "audit_events_subject_id_idx" ON "audit_events"("subject", "id");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "known_addresses" ADD CONSTRAINT "known_addresses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_replaces_id_fkey" FOREIGN KEY ("replaces_id") REFERENCES "api_keys"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "key_usage" ADD CONSTRAINT "key_usage_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customers" ADD CONSTRAINT "customers_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
