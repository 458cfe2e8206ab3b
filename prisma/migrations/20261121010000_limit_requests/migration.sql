-- CreateEnum
CREATE TYPE "LimitRequestStatus" AS ENUM ('open', 'approved', 'declined');

-- CreateTable
CREATE TABLE "limit_requests" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "wanted_per_minute" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "peak_per_minute" INTEGER NOT NULL,
    "refused_share" DOUBLE PRECISION NOT NULL,
    "current_per_minute" INTEGER NOT NULL,
    "status" "LimitRequestStatus" NOT NULL DEFAULT 'open',
    "granted_per_minute" INTEGER,
    "answer" TEXT,
    "requested_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "limit_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "limit_requests_partner_id_id_idx" ON "limit_requests"("partner_id", "id");

-- CreateIndex
CREATE INDEX "limit_requests_key_id_id_idx" ON "limit_requests"("key_id", "id");

-- CreateIndex
CREATE INDEX "limit_requests_status_id_idx" ON "limit_requests"("status", "id");

-- AddForeignKey
ALTER TABLE "limit_requests" ADD CONSTRAINT "limit_requests_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "limit_requests" ADD CONSTRAINT "limit_requests_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what Prisma cannot say.
CREATE UNIQUE INDEX "limit_requests_one_open_key" ON "limit_requests"("key_id") WHERE "status" = 'open';
ALTER TABLE "limit_requests"
    ADD CONSTRAINT "limit_requests_wanted_check" CHECK ("wanted_per_minute" BETWEEN 1 AND 1000000),
    ADD CONSTRAINT "limit_requests_granted_check" CHECK ("granted_per_minute" BETWEEN 1 AND 1000000),
    ADD CONSTRAINT "limit_requests_reason_check" CHECK (char_length("reason") BETWEEN 1 AND 500),
    ADD CONSTRAINT "limit_requests_answer_check" CHECK (char_length("answer") BETWEEN 1 AND 500),
    ADD CONSTRAINT "limit_requests_share_check" CHECK ("refused_share" BETWEEN 0 AND 1),
    ADD CONSTRAINT "limit_requests_decided_check" CHECK (("status" = 'open') = ("decided_at" IS NULL)),
    ADD CONSTRAINT "limit_requests_approved_check" CHECK (("status" = 'approved') = ("granted_per_minute" IS NOT NULL)),
    ADD CONSTRAINT "limit_requests_declined_check" CHECK ("status" <> 'declined' OR "answer" IS NOT NULL);
