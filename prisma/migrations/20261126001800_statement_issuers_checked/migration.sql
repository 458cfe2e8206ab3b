ALTER TABLE "transfers" VALIDATE CONSTRAINT "transfers_issuer_version_fkey";
