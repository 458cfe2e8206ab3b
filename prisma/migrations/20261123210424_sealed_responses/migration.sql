-- CreateTable
CREATE TABLE "sealed_responses" (
    "id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "sealed_by" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sealed_responses_pkey" PRIMARY KEY ("id")
);
