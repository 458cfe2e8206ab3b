-- DropIndex
DROP INDEX "customers_partner_id_id_idx";

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

-- CreateIndex
CREATE INDEX "customers_partner_id_created_at_id_idx" ON "customers"("partner_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "customers_partner_id_status_created_at_id_idx" ON "customers"("partner_id", "status", "created_at", "id");

-- CreateIndex
-- Partial for a reason of its own: Prisma compares no partial indexes, and cannot say this operator class.
CREATE INDEX "customers_email_beginnings" ON "customers"("partner_id", "email_key" text_pattern_ops) WHERE "email_key" IS NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "products_code_key" ON "products"("code");

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

-- By hand: what Prisma cannot say.

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

-- For the search by the beginning of a name.
CREATE INDEX "customers_name_beginnings" ON "customers"("partner_id", lower("name") text_pattern_ops);

-- A product's currency is that of every price and charge of it.
CREATE FUNCTION "keep_product_currency"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the currency of a product never changes'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'products_currency_kept';
END $$;

CREATE TRIGGER "products_currency_kept" BEFORE UPDATE ON "products"
    FOR EACH ROW WHEN (OLD."currency" <> NEW."currency") EXECUTE FUNCTION "keep_product_currency"();
