-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "allowed_networks" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- From here on handwritten: Prisma's diff does not see any of it.

-- Ranges in their canonical spelling, see server/core/values/networks.ts. Validated by the next migration.
ALTER TABLE "api_keys"
    ADD CONSTRAINT "api_keys_allowed_networks_check" CHECK (
        "allowed_networks" IS NOT NULL
        AND cardinality("allowed_networks") <= 20
        AND array_to_string("allowed_networks", ' ', '-') ~ '^([0-9a-f.:]+/[0-9]{1,3}( [0-9a-f.:]+/[0-9]{1,3})*)?$'
    ) NOT VALID;
