-- CreateTable
CREATE TABLE "payout_details" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "sealed" BYTEA NOT NULL,
    "sealed_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "effective_at" TIMESTAMPTZ(3) NOT NULL,
    "canceled_at" TIMESTAMPTZ(3),
    "canceled_by" TEXT,

    CONSTRAINT "payout_details_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "payout_details_partner_id_version_key" ON "payout_details"("partner_id", "version");

-- AddForeignKey
ALTER TABLE "payout_details" ADD CONSTRAINT "payout_details_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on handwritten: Prisma's diff does not see any of it.

ALTER TABLE "payout_details"
    ADD CONSTRAINT "payout_details_version_check" CHECK ("version" >= 1),
    ADD CONSTRAINT "payout_details_sealed_check" CHECK (octet_length("sealed") <= 16384),
    ADD CONSTRAINT "payout_details_effective_at_check" CHECK ("effective_at" >= "created_at"),
    ADD CONSTRAINT "payout_details_canceled_check"
        CHECK (("canceled_at" IS NULL) = ("canceled_by" IS NULL));

-- A version is never edited: it may be canceled once, and sealed under a new secret.
CREATE FUNCTION keep_payout_details() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.id, NEW.partner_id, NEW.version, NEW.created_at, NEW.created_by, NEW.effective_at)
        IS DISTINCT FROM
       (OLD.id, OLD.partner_id, OLD.version, OLD.created_at, OLD.created_by, OLD.effective_at)
       OR OLD.canceled_at IS NOT NULL
          AND (NEW.canceled_at, NEW.canceled_by) IS DISTINCT FROM (OLD.canceled_at, OLD.canceled_by)
    THEN
        RAISE EXCEPTION 'payout details are never edited';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER keep_payout_details BEFORE UPDATE ON "payout_details"
    FOR EACH ROW EXECUTE FUNCTION keep_payout_details();
