-- AlterTable
ALTER TABLE "platform_keys" ADD COLUMN     "leaked_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "platform_key_leaks" (
    "id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "place" BYTEA NOT NULL,
    "source" TEXT NOT NULL,
    "url" TEXT,
    "reported_at" TIMESTAMPTZ(3) NOT NULL,
    "dismissed_at" TIMESTAMPTZ(3),
    "dismissed_by" TEXT,

    CONSTRAINT "platform_key_leaks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "platform_key_leaks_key_id_place_key" ON "platform_key_leaks"("key_id", "place");

-- AddForeignKey
ALTER TABLE "platform_key_leaks" ADD CONSTRAINT "platform_key_leaks_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "platform_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;
