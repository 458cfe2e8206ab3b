import { within, words } from "./fields";
import { LEAK_ANSWERS } from "./leak-rows";

const PLATFORM_KEY = words(
  "id label head tail scopes perMinute hasOwnLimit allowedNetworks state replacesId createdAt createdBy expiresAt revokedAt revokedBy lastUsedAt lastUsedAddress leakedAt",
);

/** The fields of the responses about platform keys, and about leaks of partners' keys. */
export const PLATFORM_KEY_ANSWERS = {
  ...LEAK_ANSWERS,
  "platformKeys.list": PLATFORM_KEY,
  "platformKeys.issue": ["plaintext", ...within("key", PLATFORM_KEY)],
  "platformKeys.rotate": ["plaintext", ...within("key", PLATFORM_KEY)],
  "platformKeys.setLimit": PLATFORM_KEY,
  "platformKeys.setNetworks": PLATFORM_KEY,
  "platformKeys.revoke": PLATFORM_KEY,
};
