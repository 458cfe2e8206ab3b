-- CreateTable
CREATE TABLE "company_scopes" (
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "removal_began_at" TIMESTAMPTZ(3),

    CONSTRAINT "company_scopes_pkey" PRIMARY KEY ("name")
);

-- From here on handwritten: Prisma's diff does not see any of it.
ALTER TABLE "company_scopes"
    ADD CONSTRAINT "company_scopes_name_check" CHECK (
        "name" ~ '^[a-z][a-z0-9_]*([:.][a-z][a-z0-9_]*)*$' AND length("name") <= 64
    ),
    ADD CONSTRAINT "company_scopes_description_check" CHECK (length("description") BETWEEN 1 AND 200);

-- Keys may have scopes of the company's own. Validated by the next migration. The previous release
-- filters names that it does not know, so they grant nothing there.
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_scopes_check";
ALTER TABLE "api_keys"
    ADD CONSTRAINT "api_keys_scopes_check" CHECK (
        "scopes" IS NOT NULL
        AND cardinality("scopes") <= 100
        AND array_to_string("scopes", ' ', '-') ~ '^([a-z][a-z0-9_]*([:.][a-z][a-z0-9_]*)*( [a-z][a-z0-9_]*([:.][a-z][a-z0-9_]*)*)*)?$'
    ) NOT VALID;
