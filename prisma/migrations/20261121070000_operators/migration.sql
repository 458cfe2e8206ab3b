-- AlterTable
ALTER TABLE "partners" ADD COLUMN "notes" TEXT NOT NULL DEFAULT '',
ADD COLUMN "suspended_reason" TEXT;

-- AlterTable
ALTER TABLE "import_runs" ADD COLUMN "partner_code" TEXT;

-- CreateTable
CREATE TABLE "import_rejections" (
    "run_id" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "import_rejections_pkey" PRIMARY KEY ("run_id","line")
);

-- AddForeignKey
ALTER TABLE "import_rejections" ADD CONSTRAINT "import_rejections_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "import_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what Prisma cannot say.

ALTER TABLE "partners"
    ADD CONSTRAINT "partners_notes_check" CHECK (char_length("notes") <= 4000),
    ADD CONSTRAINT "partners_suspended_reason_check" CHECK (
        char_length("suspended_reason") <= 500 AND ("suspended_reason" IS NULL OR "status" = 'suspended')
    );
