-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "leaked_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "key_leaks" (
    "id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "place" BYTEA NOT NULL,
    "source" TEXT NOT NULL,
    "url" TEXT,
    "reported_at" TIMESTAMPTZ(3) NOT NULL,
    "dismissed_at" TIMESTAMPTZ(3),
    "dismissed_by" TEXT,

    CONSTRAINT "key_leaks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "leak_policies" (
    "version" SERIAL NOT NULL,
    "revokes" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,

    CONSTRAINT "leak_policies_pkey" PRIMARY KEY ("version")
);

-- CreateIndex
CREATE UNIQUE INDEX "key_leaks_key_id_place_key" ON "key_leaks"("key_id", "place");

-- AddForeignKey
ALTER TABLE "key_leaks" ADD CONSTRAINT "key_leaks_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on handwritten: Prisma's diff does not see any of it.

ALTER TABLE "key_leaks"
    ADD CONSTRAINT "key_leaks_place_check" CHECK (octet_length("place") = 32),
    ADD CONSTRAINT "key_leaks_url_check" CHECK (char_length("url") <= 500 AND "url" !~ '[a-z]{3}_[0-9A-Za-z]{36}');
