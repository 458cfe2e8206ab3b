-- An earlier release writes payouts without lines, at one percentage. That is wrong where a term
-- applies, and where the month that it adjusts was closed by product: it is refused. Without lines,
-- the checks apply that the migration before has dropped.
CREATE FUNCTION require_payout_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM payout_lines WHERE payout_id = NEW.id) THEN
        RETURN NULL;
    END IF;
    IF abs(NEW.amount) > abs(NEW.gross) OR sign(NEW.amount) * sign(NEW.gross) < 0 THEN
        RAISE EXCEPTION 'the amount of payout % is no share of its gross', NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_amount_check';
    END IF;
    IF NEW.corrects_id IS NOT NULL AND NEW.gross = 0 THEN
        RAISE EXCEPTION 'payout % adjusts nothing', NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_correction_check';
    END IF;
    IF EXISTS (SELECT FROM terms WHERE partner_id = NEW.partner_id AND from_month <= NEW.period)
        OR EXISTS (SELECT FROM payout_lines WHERE payout_id = NEW.corrects_id)
    THEN
        RAISE EXCEPTION 'payout % of % needs lines: a later release closes and adjusts this month',
            NEW.id, NEW.period;
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER require_payout_lines AFTER INSERT ON "payouts"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_payout_lines();
