-- AlterTable
ALTER TABLE "platform_keys" ADD COLUMN     "allowed_networks" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- As of api_keys.
ALTER TABLE "platform_keys"
    ADD CONSTRAINT "platform_keys_allowed_networks_check" CHECK (
        "allowed_networks" IS NOT NULL
        AND cardinality("allowed_networks") <= 20
        AND array_to_string("allowed_networks", ' ', '-') ~ '^([0-9a-f.:]+/[0-9]{1,3}( [0-9a-f.:]+/[0-9]{1,3})*)?$'
    ) NOT VALID;
