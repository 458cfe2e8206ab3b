-- AlterTable
ALTER TABLE "transfers" ADD COLUMN     "issuer_version" INTEGER;

-- CreateTable
CREATE TABLE "issuers" (
    "version" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "tax_number" TEXT,
    "email" TEXT,
    "number_prefix" TEXT NOT NULL DEFAULT '',
    "tax_note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,

    CONSTRAINT "issuers_pkey" PRIMARY KEY ("version")
);

-- CreateTable
CREATE TABLE "statement_products" (
    "transfer_id" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "statement_products_pkey" PRIMARY KEY ("transfer_id","product_id")
);

-- AddForeignKey
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_issuer_version_fkey" FOREIGN KEY ("issuer_version") REFERENCES "issuers"("version") ON DELETE NO ACTION ON UPDATE NO ACTION NOT VALID;

-- AddForeignKey
ALTER TABLE "statement_products" ADD CONSTRAINT "statement_products_transfer_id_fkey" FOREIGN KEY ("transfer_id") REFERENCES "transfers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on handwritten: Prisma's diff does not see any of it.

ALTER TABLE "issuers"
    ADD CONSTRAINT "issuers_name_check" CHECK (char_length("name") BETWEEN 1 AND 140),
    ADD CONSTRAINT "issuers_address_check" CHECK (char_length("address") BETWEEN 1 AND 500),
    ADD CONSTRAINT "issuers_number_prefix_check" CHECK (char_length("number_prefix") <= 12);

CREATE FUNCTION "keep_statement_facts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what statements say is never edited'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'statement_facts_kept';
END $$;

CREATE TRIGGER "issuers_kept" BEFORE UPDATE OR DELETE ON "issuers"
    FOR EACH ROW EXECUTE FUNCTION "keep_statement_facts"();

CREATE TRIGGER "statement_products_kept" BEFORE UPDATE ON "statement_products"
    FOR EACH ROW EXECUTE FUNCTION "keep_statement_facts"();

-- As before, and the newest issuer, whoever creates the transfer: an earlier release does not know it.
CREATE OR REPLACE FUNCTION "number_transfer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.status <> 'pending' THEN
        RAISE EXCEPTION 'a transfer begins pending'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'transfers_begin_pending';
    END IF;
    UPDATE statement_counter SET last = last + 1 RETURNING last INTO NEW.statement_number;
    SELECT max(version) INTO NEW.issuer_version FROM issuers;
    RETURN NEW;
END $$;

-- As before, with the issuer.
CREATE OR REPLACE FUNCTION "keep_transfer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.id, NEW.partner_id, NEW.currency, NEW.amount, NEW.payout_details_id, NEW.statement_number,
        NEW.created_at, NEW.created_by, NEW.issuer_version)
        IS DISTINCT FROM
       (OLD.id, OLD.partner_id, OLD.currency, OLD.amount, OLD.payout_details_id, OLD.statement_number,
        OLD.created_at, OLD.created_by, OLD.issuer_version)
       OR NEW.status = OLD.status AND (NEW.reference, NEW.sent_at, NEW.settled_at)
        IS DISTINCT FROM (OLD.reference, OLD.sent_at, OLD.settled_at)
    THEN
        RAISE EXCEPTION 'transfers are never edited'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'transfers_kept';
    END IF;
    IF NEW.status <> OLD.status AND (OLD.status::text || ' ' || NEW.status::text) NOT IN (
        'pending sent', 'pending paid', 'pending failed', 'pending canceled',
        'sent paid', 'sent failed', 'paid failed'
    ) THEN
        RAISE EXCEPTION 'a transfer that is % does not become %', OLD.status, NEW.status
            USING ERRCODE = 'check_violation', CONSTRAINT = 'transfers_status_order';
    END IF;
    RETURN NEW;
END $$;

-- As before, and the names of the products.
CREATE OR REPLACE FUNCTION "add_transfer_payouts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM transfers
        WHERE id IN (SELECT transfer_id FROM added) AND amount <> (
            SELECT sum(payouts.amount) FROM transfer_payouts AS link
            JOIN payouts ON payouts.id = link.payout_id
            WHERE link.transfer_id = transfers.id
        )
    ) THEN
        RAISE EXCEPTION 'the amount of a transfer is the sum of its payouts'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'transfers_sum';
    END IF;
    UPDATE payouts SET status = 'pending', reference = NULL, settled_at = NULL
    WHERE id IN (SELECT payout_id FROM added) AND status <> 'pending';
    INSERT INTO statement_products (transfer_id, product_id, code, name)
    SELECT DISTINCT added.transfer_id, product.id, product.code, product.name
    FROM added
    JOIN payout_lines AS line ON line.payout_id = added.payout_id
    JOIN products AS product ON product.id = line.product_id
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
