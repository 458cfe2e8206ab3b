-- CreateTable
CREATE TABLE "partner_views" (
    "session_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,

    CONSTRAINT "partner_views_pkey" PRIMARY KEY ("session_id","partner_id")
);

-- AddForeignKey
ALTER TABLE "partner_views" ADD CONSTRAINT "partner_views_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
