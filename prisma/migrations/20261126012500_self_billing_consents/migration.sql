-- CreateTable
CREATE TABLE "self_billing_consents" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "given_at" TIMESTAMPTZ(3) NOT NULL,
    "given_by" TEXT NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),
    "withdrawn_by" TEXT,

    CONSTRAINT "self_billing_consents_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "self_billing_consents_partner_id_id_idx" ON "self_billing_consents"("partner_id", "id");

-- AddForeignKey
ALTER TABLE "self_billing_consents" ADD CONSTRAINT "self_billing_consents_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on handwritten: Prisma's diff does not see any of it.

CREATE UNIQUE INDEX "self_billing_consents_one_in_force" ON "self_billing_consents"("partner_id")
    WHERE "withdrawn_at" IS NULL;

ALTER TABLE "self_billing_consents" ADD CONSTRAINT "self_billing_consents_withdrawn_check"
    CHECK (("withdrawn_at" IS NULL) = ("withdrawn_by" IS NULL));

CREATE FUNCTION "keep_self_billing_consent"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.withdrawn_at IS NOT NULL
        OR (NEW.id, NEW.partner_id, NEW.given_at, NEW.given_by)
            IS DISTINCT FROM (OLD.id, OLD.partner_id, OLD.given_at, OLD.given_by)
    THEN
        RAISE EXCEPTION 'what statements say is never edited'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'statement_facts_kept';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER "self_billing_consents_kept" BEFORE UPDATE ON "self_billing_consents"
    FOR EACH ROW EXECUTE FUNCTION "keep_self_billing_consent"();
