-- AlterTable
ALTER TABLE "one_time_links" ADD COLUMN     "maker_id" TEXT;

-- The audit log knows who made the links that are still open.
UPDATE "one_time_links" SET "maker_id" = (
    SELECT CASE WHEN "actor_kind" IN ('user', 'operator') THEN "actor" END
    FROM "audit_events"
    WHERE "subject" = "user_id" AND "action" IN ('user.invited', 'user.reset', 'operator.invited')
    ORDER BY "audit_events"."id" DESC
    LIMIT 1
) WHERE "used_at" IS NULL;

-- Those of people who have been removed or are no longer owners end now.
DELETE FROM "one_time_links" WHERE "maker_id" IS NOT NULL AND "maker_id" NOT IN (
    SELECT "id" FROM "users" WHERE "role" IN ('owner', 'operator')
);

-- CreateIndex
CREATE INDEX "one_time_links_maker_id_idx" ON "one_time_links"("maker_id");

-- AddForeignKey
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_maker_id_fkey" FOREIGN KEY ("maker_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
