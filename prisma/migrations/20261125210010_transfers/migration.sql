-- CreateEnum
CREATE TYPE "TransferStatus" AS ENUM ('pending', 'sent', 'paid', 'failed', 'canceled');

-- AlterTable
ALTER TABLE "partners" ADD COLUMN     "hold_days" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "minimum_payout" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "transfers" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "amount" BIGINT NOT NULL,
    "status" "TransferStatus" NOT NULL DEFAULT 'pending',
    "reference" TEXT,
    "payout_details_id" TEXT NOT NULL,
    "statement_number" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "transfers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "statement_counter" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "last" BIGINT NOT NULL,

    CONSTRAINT "statement_counter_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "transfers_statement_number_key" ON "transfers"("statement_number");

-- CreateIndex
CREATE INDEX "transfers_partner_id_id_idx" ON "transfers"("partner_id", "id");

-- CreateIndex
CREATE INDEX "transfers_status_id_idx" ON "transfers"("status", "id");

-- AddForeignKey
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on handwritten: Prisma's diff does not see any of it.

ALTER TABLE "partners"
    ADD CONSTRAINT "partners_minimum_payout_check" CHECK ("minimum_payout" >= 0) NOT VALID,
    ADD CONSTRAINT "partners_hold_days_check" CHECK ("hold_days" >= 0) NOT VALID;

ALTER TABLE "transfers"
    ADD CONSTRAINT "transfers_amount_check" CHECK ("amount" > 0),
    ADD CONSTRAINT "transfers_currency_check" CHECK ("currency" ~ '^[A-Z]{3}$'),
    ADD CONSTRAINT "transfers_statement_number_check" CHECK ("statement_number" > 0),
    ADD CONSTRAINT "transfers_reference_check" CHECK (char_length("reference") BETWEEN 1 AND 80),
    ADD CONSTRAINT "transfers_referred_check"
        CHECK (("status" IN ('pending', 'canceled')) = ("reference" IS NULL)),
    ADD CONSTRAINT "transfers_sent_check" CHECK (CASE
        WHEN "status" = 'sent' THEN "sent_at" IS NOT NULL
        WHEN "status" IN ('pending', 'canceled') THEN "sent_at" IS NULL
        ELSE true
    END),
    ADD CONSTRAINT "transfers_settled_check"
        CHECK (("status" IN ('pending', 'sent')) = ("settled_at" IS NULL));

ALTER TABLE "statement_counter"
    ADD CONSTRAINT "statement_counter_one_row" CHECK ("id" = 1),
    ADD CONSTRAINT "statement_counter_last_check" CHECK ("last" >= 0);

INSERT INTO "statement_counter" ("last") VALUES (0);

-- Whoever creates a transfer holds the counter until the end of the transaction: one that is rolled back
-- gives its number back, so there are no gaps.
CREATE FUNCTION "number_transfer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.status <> 'pending' THEN
        RAISE EXCEPTION 'a transfer begins pending'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'transfers_begin_pending';
    END IF;
    UPDATE statement_counter SET last = last + 1 RETURNING last INTO NEW.statement_number;
    RETURN NEW;
END $$;

CREATE TRIGGER "transfers_numbered" BEFORE INSERT ON "transfers"
    FOR EACH ROW EXECUTE FUNCTION "number_transfer"();

CREATE FUNCTION "keep_transfer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.id, NEW.partner_id, NEW.currency, NEW.amount, NEW.payout_details_id, NEW.statement_number,
        NEW.created_at, NEW.created_by)
        IS DISTINCT FROM
       (OLD.id, OLD.partner_id, OLD.currency, OLD.amount, OLD.payout_details_id, OLD.statement_number,
        OLD.created_at, OLD.created_by)
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

CREATE TRIGGER "transfers_kept" BEFORE UPDATE ON "transfers"
    FOR EACH ROW EXECUTE FUNCTION "keep_transfer"();
