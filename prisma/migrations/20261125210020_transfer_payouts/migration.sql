-- CreateTable
CREATE TABLE "transfer_payouts" (
    "transfer_id" TEXT NOT NULL,
    "payout_id" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "status_before" "PayoutStatus" NOT NULL,
    "reference_before" TEXT,
    "settled_at_before" TIMESTAMPTZ(3),

    CONSTRAINT "transfer_payouts_pkey" PRIMARY KEY ("transfer_id","payout_id")
);

-- CreateIndex
CREATE INDEX "transfer_payouts_payout_id_idx" ON "transfer_payouts"("payout_id");

-- AddForeignKey
ALTER TABLE "transfer_payouts" ADD CONSTRAINT "transfer_payouts_transfer_id_fkey" FOREIGN KEY ("transfer_id") REFERENCES "transfers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transfer_payouts" ADD CONSTRAINT "transfer_payouts_payout_id_fkey" FOREIGN KEY ("payout_id") REFERENCES "payouts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on handwritten: Prisma's diff does not see any of it.

-- Nothing is in two transfers.
CREATE UNIQUE INDEX "transfer_payouts_one_active" ON "transfer_payouts"("payout_id") WHERE "is_active";

-- Locks the payout, so that nobody else marks it meanwhile, and notes what it was.
CREATE FUNCTION "take_payout"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    payout payouts%ROWTYPE;
    transfer transfers%ROWTYPE;
BEGIN
    SELECT * INTO payout FROM payouts WHERE id = NEW.payout_id FOR NO KEY UPDATE;
    SELECT * INTO transfer FROM transfers WHERE id = NEW.transfer_id;
    IF (payout.partner_id, payout.currency) IS DISTINCT FROM (transfer.partner_id, transfer.currency)
        OR payout.status = 'paid' OR transfer.status <> 'pending' OR NOT NEW.is_active
    THEN
        RAISE EXCEPTION 'a transfer has unpaid payouts of its partner and currency'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_payouts_of_transfer';
    END IF;
    NEW.status_before := payout.status;
    NEW.reference_before := payout.reference;
    NEW.settled_at_before := payout.settled_at;
    RETURN NEW;
END $$;

CREATE TRIGGER "transfer_payouts_taken" BEFORE INSERT ON "transfer_payouts"
    FOR EACH ROW EXECUTE FUNCTION "take_payout"();

-- The payouts are pending from now on. All payouts of a transfer are added by one statement.
CREATE FUNCTION "add_transfer_payouts"() RETURNS trigger LANGUAGE plpgsql AS $$
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
    RETURN NULL;
END $$;

CREATE TRIGGER "transfer_payouts_added" AFTER INSERT ON "transfer_payouts"
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "add_transfer_payouts"();

CREATE FUNCTION "keep_transfer_payout"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.transfer_id, NEW.payout_id, NEW.status_before, NEW.reference_before, NEW.settled_at_before)
        IS DISTINCT FROM
       (OLD.transfer_id, OLD.payout_id, OLD.status_before, OLD.reference_before, OLD.settled_at_before)
       OR NEW.is_active IS DISTINCT FROM (
            SELECT status NOT IN ('failed', 'canceled') FROM transfers WHERE id = NEW.transfer_id
       )
    THEN
        RAISE EXCEPTION 'a transfer keeps its payouts'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_payouts_kept';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER "transfer_payouts_kept" BEFORE UPDATE ON "transfer_payouts"
    FOR EACH ROW EXECUTE FUNCTION "keep_transfer_payout"();

-- At the end of the transaction, because the payouts are added after the transfer.
CREATE FUNCTION "check_transfer_has_payouts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM transfer_payouts WHERE transfer_id = NEW.id) THEN
        RAISE EXCEPTION 'the amount of a transfer is the sum of its payouts'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'transfers_sum';
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER "transfers_have_payouts" AFTER INSERT ON "transfers"
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION "check_transfer_has_payouts"();

-- Payouts follow their transfer, whoever marks it.
CREATE FUNCTION "pass_on_transfer_status"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.status IN ('paid', 'failed') THEN
        UPDATE payouts
        SET status = NEW.status::text::"PayoutStatus", reference = NEW.reference,
            settled_at = NEW.settled_at
        FROM transfer_payouts AS link
        WHERE link.transfer_id = NEW.id AND link.is_active AND payouts.id = link.payout_id;
    ELSIF NEW.status = 'canceled' THEN
        UPDATE payouts
        SET status = link.status_before, reference = link.reference_before,
            settled_at = link.settled_at_before
        FROM transfer_payouts AS link
        WHERE link.transfer_id = NEW.id AND link.is_active AND payouts.id = link.payout_id;
    END IF;
    IF NEW.status IN ('failed', 'canceled') THEN
        UPDATE transfer_payouts SET is_active = false WHERE transfer_id = NEW.id;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER "transfers_passed_on" AFTER UPDATE ON "transfers"
    FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION "pass_on_transfer_status"();

-- Nobody else marks a payout that is in a transfer: neither a command nor an earlier release.
CREATE FUNCTION "keep_payout_of_transfer"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    of record;
    is_following boolean;
BEGIN
    SELECT transfer.status, transfer.reference, transfer.settled_at, transfer.statement_number,
        link.status_before, link.reference_before, link.settled_at_before INTO of
    FROM transfer_payouts AS link JOIN transfers AS transfer ON transfer.id = link.transfer_id
    WHERE link.payout_id = OLD.id AND link.is_active;
    IF NOT FOUND THEN
        RETURN NEW;
    END IF;
    is_following := (NEW.partner_id, NEW.currency, NEW.amount)
        IS NOT DISTINCT FROM (OLD.partner_id, OLD.currency, OLD.amount)
        AND CASE
            WHEN of.status IN ('pending', 'sent') THEN
                NEW.status = 'pending' AND NEW.reference IS NULL AND NEW.settled_at IS NULL
            WHEN of.status = 'canceled' THEN (NEW.status, NEW.reference, NEW.settled_at)
                IS NOT DISTINCT FROM (of.status_before, of.reference_before, of.settled_at_before)
            ELSE (NEW.status::text, NEW.reference, NEW.settled_at)
                IS NOT DISTINCT FROM (of.status::text, of.reference, of.settled_at)
        END;
    IF NOT is_following THEN
        RAISE EXCEPTION 'the payout is in transfer %', of.statement_number
            USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_follow_transfer';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER "payouts_follow_transfer" BEFORE UPDATE ON "payouts"
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_payout_of_transfer"();
