-- AlterTable
ALTER TABLE "partners" ADD COLUMN     "terminated_at" TIMESTAMPTZ(3);

-- From here on handwritten: Prisma's diff does not see any of it.

-- An earlier release sees a suspended partner, and fails to reactivate it. Validated by the next migration.
ALTER TABLE "partners"
    ADD CONSTRAINT "partners_terminated_at_check" CHECK ("terminated_at" IS NULL OR "status" = 'suspended') NOT VALID;

-- A termination is for ever.
CREATE FUNCTION refuse_end_of_termination() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'partner % is terminated for ever', OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER partners_terminated_for_ever BEFORE UPDATE OF "terminated_at" ON "partners"
    FOR EACH ROW WHEN (OLD.terminated_at IS NOT NULL AND NEW.terminated_at IS DISTINCT FROM OLD.terminated_at)
    EXECUTE FUNCTION refuse_end_of_termination();
