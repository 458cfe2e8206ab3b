ALTER TABLE "api_keys" VALIDATE CONSTRAINT "api_keys_allowed_networks_check";
