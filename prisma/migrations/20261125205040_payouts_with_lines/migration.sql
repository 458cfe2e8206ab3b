-- An earlier release writes payouts without lines, at one percentage. That is wrong where a term
-- applies, and where the month that it adjusts was closed by product: it is refused.
CREATE FUNCTION require_payout_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM payout_lines WHERE payout_id = NEW.id) AND (
        EXISTS (SELECT FROM terms WHERE partner_id = NEW.partner_id AND from_month <= NEW.period)
        OR EXISTS (SELECT FROM payout_lines WHERE payout_id = NEW.corrects_id)
    ) THEN
        RAISE EXCEPTION 'payout % of % needs lines: a later release closes and adjusts this month',
            NEW.id, NEW.period;
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER require_payout_lines AFTER INSERT ON "payouts"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_payout_lines();
