-- CreateEnum
CREATE TYPE "TermType" AS ENUM ('percent');

-- CreateTable
CREATE TABLE "terms" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "product_id" TEXT,
    "from_month" CHAR(7) NOT NULL,
    "type" "TermType" NOT NULL DEFAULT 'percent',
    "percent" DECIMAL(5,2) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "terms_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "terms_partner_id_id_idx" ON "terms"("partner_id", "id");

-- AddForeignKey
ALTER TABLE "terms" ADD CONSTRAINT "terms_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on handwritten: Prisma's diff does not see any of it.

ALTER TABLE "terms"
    ADD CONSTRAINT "terms_percent_check" CHECK ("percent" BETWEEN 0 AND 100),
    ADD CONSTRAINT "terms_from_month_check"
        CHECK ("from_month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'
           AND "from_month" > to_char("created_at" AT TIME ZONE 'UTC', 'YYYY-MM'));

CREATE FUNCTION keep_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'terms are never edited';
END $$;

CREATE TRIGGER keep_terms BEFORE UPDATE ON "terms" FOR EACH ROW EXECUTE FUNCTION keep_terms();

CREATE FUNCTION note_own_term() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE partners
    SET own_terms = own_terms || jsonb_build_object('from', NEW.from_month, 'percent', NEW.percent)
    WHERE id = NEW.partner_id;
    RETURN NULL;
END $$;

CREATE TRIGGER note_own_term AFTER INSERT ON "terms"
    FOR EACH ROW WHEN (NEW.product_id IS NULL) EXECUTE FUNCTION note_own_term();
