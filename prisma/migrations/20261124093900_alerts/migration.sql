-- CreateTable
CREATE TABLE "alerts" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "target" TEXT,
    "threshold" SMALLINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "fired_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "alerts_partner_id_idx" ON "alerts"("partner_id");

-- CreateIndex
CREATE INDEX "alerts_checked_at_idx" ON "alerts"("checked_at");

-- AddForeignKey
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on handwritten: Prisma's diff does not see any of it.

ALTER TABLE "alerts"
    ADD CONSTRAINT "alerts_kind_check"
        CHECK ("kind" IN ('rate_limited_share', 'error_share', 'endpoint_success', 'no_traffic')),
    ADD CONSTRAINT "alerts_target_check" CHECK ("target" IS NOT NULL OR "kind" = 'no_traffic'),
    ADD CONSTRAINT "alerts_threshold_check" CHECK ("threshold" BETWEEN 1 AND 168);

-- Also where the target is null.
CREATE UNIQUE INDEX "alerts_rule_key" ON "alerts" ("partner_id", "kind", coalesce("target", ''));
