-- AlterTable
ALTER TABLE "idempotency_records" ALTER COLUMN "partner_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "platform_keys" (
    "id" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "head" TEXT NOT NULL,
    "tail" TEXT NOT NULL,
    "scopes" TEXT[],
    "per_minute" INTEGER,
    "replaces_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "retires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_by" TEXT,
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_address" TEXT,

    CONSTRAINT "platform_keys_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "platform_keys_hash_key" ON "platform_keys"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "platform_keys_replaces_id_key" ON "platform_keys"("replaces_id");

-- AddForeignKey
ALTER TABLE "platform_keys" ADD CONSTRAINT "platform_keys_replaces_id_fkey" FOREIGN KEY ("replaces_id") REFERENCES "platform_keys"("id") ON DELETE SET NULL ON UPDATE CASCADE;
