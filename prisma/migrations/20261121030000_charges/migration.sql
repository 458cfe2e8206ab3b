-- CreateEnum
CREATE TYPE "PayoutStatus" AS ENUM ('pending', 'paid', 'failed');

-- CreateEnum
CREATE TYPE "ImportKind" AS ENUM ('customers', 'charges', 'products');

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
    "last_rejected" JSONB NOT NULL DEFAULT '[]',
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "import_runs_pkey" PRIMARY KEY ("id")
);

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

-- AddForeignKey
ALTER TABLE "charges" ADD CONSTRAINT "charges_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "charges" ADD CONSTRAINT "charges_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "charges" ADD CONSTRAINT "charges_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "charge_days" ADD CONSTRAINT "charge_days_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_days" ADD CONSTRAINT "customer_days_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_corrects_id_fkey" FOREIGN KEY ("corrects_id") REFERENCES "payouts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- By hand: what Prisma cannot say.

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

INSERT INTO "customer_days" ("partner_id", "day", "customers")
SELECT "partner_id", ("created_at" AT TIME ZONE 'UTC')::date, count(*) FROM "customers" GROUP BY 1, 2;
