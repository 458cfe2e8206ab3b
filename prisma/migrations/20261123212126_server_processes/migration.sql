-- CreateTable
CREATE TABLE "server_processes" (
    "id" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "worker" INTEGER NOT NULL,
    "version" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL,
    "per_minute" INTEGER NOT NULL,
    "loop_delay_ms" DOUBLE PRECISION NOT NULL,
    "loop_busy" DOUBLE PRECISION NOT NULL,
    "memory_bytes" BIGINT NOT NULL,

    CONSTRAINT "server_processes_pkey" PRIMARY KEY ("id")
);
