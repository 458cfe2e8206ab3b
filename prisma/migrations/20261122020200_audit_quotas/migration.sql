-- CreateTable
CREATE TABLE "audit_quotas" (
    "subject" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "used" INTEGER NOT NULL,

    CONSTRAINT "audit_quotas_pkey" PRIMARY KEY ("subject")
);

-- CreateIndex
CREATE INDEX "audit_quotas_day_idx" ON "audit_quotas"("day");
