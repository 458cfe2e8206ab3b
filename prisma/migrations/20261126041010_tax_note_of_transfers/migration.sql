-- AlterTable
ALTER TABLE "transfers" ADD COLUMN     "tax_note" TEXT;

-- From here on handwritten: Prisma's diff does not see any of it.

-- As before, and the partner's own text about taxes, whoever creates the transfer.
CREATE OR REPLACE FUNCTION "number_transfer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.status <> 'pending' THEN
        RAISE EXCEPTION 'a transfer begins pending'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'transfers_begin_pending';
    END IF;
    UPDATE statement_counter SET last = last + 1 RETURNING last INTO NEW.statement_number;
    SELECT max(version) INTO NEW.issuer_version FROM issuers;
    SELECT id INTO NEW.consent_id FROM self_billing_consents
    WHERE partner_id = NEW.partner_id AND withdrawn_at IS NULL;
    SELECT NULLIF(tax_note, '') INTO NEW.tax_note FROM partners WHERE id = NEW.partner_id;
    RETURN NEW;
END $$;

-- As before, with the text.
CREATE OR REPLACE FUNCTION "keep_transfer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.id, NEW.partner_id, NEW.currency, NEW.amount, NEW.payout_details_id, NEW.statement_number,
        NEW.created_at, NEW.created_by, NEW.issuer_version, NEW.consent_id, NEW.tax_note)
        IS DISTINCT FROM
       (OLD.id, OLD.partner_id, OLD.currency, OLD.amount, OLD.payout_details_id, OLD.statement_number,
        OLD.created_at, OLD.created_by, OLD.issuer_version, OLD.consent_id, OLD.tax_note)
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
