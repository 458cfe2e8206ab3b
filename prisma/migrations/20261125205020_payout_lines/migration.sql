-- CreateTable
CREATE TABLE "payout_lines" (
    "payout_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "product_id" TEXT,
    "percent" DECIMAL(5,2) NOT NULL,
    "charges" BIGINT NOT NULL,
    "refunded" BIGINT NOT NULL,
    "share" BIGINT NOT NULL,

    CONSTRAINT "payout_lines_pkey" PRIMARY KEY ("payout_id","position")
);

-- AddForeignKey
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_payout_id_fkey" FOREIGN KEY ("payout_id") REFERENCES "payouts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on handwritten: Prisma's diff does not see any of it.

ALTER TABLE "payout_lines"
    ADD CONSTRAINT "payout_lines_percent_check" CHECK ("percent" BETWEEN 0 AND 100),
    ADD CONSTRAINT "payout_lines_position_check" CHECK ("position" >= 0);

-- A payout is the sum of its lines.
CREATE FUNCTION check_payout_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    payout payouts%ROWTYPE;
    lines RECORD;
BEGIN
    SELECT * INTO payout FROM payouts WHERE id = NEW.payout_id;
    SELECT count(*) AS n, sum(charges - refunded) AS net, sum(share) AS share INTO lines
    FROM payout_lines WHERE payout_id = NEW.payout_id;
    IF (lines.net, lines.share) IS DISTINCT FROM (payout.gross::numeric, payout.amount::numeric) THEN
        RAISE EXCEPTION 'payout % is not the sum of its lines', NEW.payout_id;
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER check_payout_lines AFTER INSERT OR UPDATE ON "payout_lines"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_payout_lines();
