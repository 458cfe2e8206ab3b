-- From here on written by hand. The names of the scopes are in server/core/keys/scopes.ts alone: a
-- key's name that is not among them grants nothing. Validated by the next migration.
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_scopes_check";
ALTER TABLE "api_keys"
    ADD CONSTRAINT "api_keys_scopes_check" CHECK (
        "scopes" IS NOT NULL
        AND array_to_string("scopes", ' ', '-') ~ '^([a-z_]+:[a-z]+( [a-z_]+:[a-z]+)*)?$'
    ) NOT VALID;
