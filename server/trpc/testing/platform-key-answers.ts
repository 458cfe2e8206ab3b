import { within, words } from "./fields";

const PLATFORM_KEY = words(
  "id label head tail scopes perMinute state replacesId createdAt createdBy expiresAt revokedAt revokedBy lastUsedAt lastUsedAddress",
);

/** The fields of the responses about platform keys. */
export const PLATFORM_KEY_ANSWERS = {
  "platformKeys.list": PLATFORM_KEY,
  "platformKeys.issue": ["plaintext", ...within("key", PLATFORM_KEY)],
  "platformKeys.rotate": ["plaintext", ...within("key", PLATFORM_KEY)],
  "platformKeys.revoke": PLATFORM_KEY,
};
