ALTER TABLE "platform_keys" VALIDATE CONSTRAINT "platform_keys_allowed_networks_check";
