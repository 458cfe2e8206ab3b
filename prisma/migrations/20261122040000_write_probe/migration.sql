-- CreateTable
CREATE TABLE "write_probe" (
    "id" BIGINT NOT NULL,
    "filler" TEXT NOT NULL,

    CONSTRAINT "write_probe_pkey" PRIMARY KEY ("id")
);

-- By hand: each probe fills a page of its own, so that a full disk shows; all are rolled back, and
-- vacuum soon truncates the empty pages.
ALTER TABLE "write_probe" ALTER COLUMN "filler" SET STORAGE PLAIN;
ALTER TABLE "write_probe" SET (autovacuum_vacuum_threshold = 10, autovacuum_vacuum_scale_factor = 0);
