-- CreateTable
CREATE TABLE "usage_hours" (
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "lane" SMALLINT NOT NULL,
    "succeeded" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "rate_limited" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "usage_hours_pkey" PRIMARY KEY ("hour","lane")
);
