-- A revoke that is planned is told from one that has happened, so that no clock is asked about the
-- latter. The plan still stands in "revoked_at" as well: a release that knows only that column goes on
-- keeping it. What such a release plans while it runs beside this one is taken for the fact here: its
-- key is refused early, never late.

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "retires_at" TIMESTAMPTZ(3);

-- The plans there are. What lies ahead by less than a minute may be a fact by a clock that runs ahead.
UPDATE "api_keys" SET "retires_at" = "revoked_at" WHERE "revoked_at" > now() + interval '1 minute';

-- By hand: what Prisma cannot say.

-- Who sets another "revoked_at" and says nothing of a plan states the fact, as an older release does.
CREATE FUNCTION "end_planned_revoke"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.retires_at := NULL;
    RETURN NEW;
END $$;

CREATE TRIGGER "api_keys_plan_ended" BEFORE UPDATE ON "api_keys"
    FOR EACH ROW WHEN (NEW."retires_at" IS NOT NULL AND NEW."revoked_at" IS DISTINCT FROM NEW."retires_at")
    EXECUTE FUNCTION "end_planned_revoke"();

ALTER TABLE "api_keys"
    ADD CONSTRAINT "api_keys_retires_at_check" CHECK ("retires_at" IS NULL OR "revoked_at" IS NOT DISTINCT FROM "retires_at");
