import { z } from "zod";
import { Label } from "../text";
import { MAX_PER_MINUTE } from "./limits";
import { SCOPE_NAMES } from "./scopes";

export const ScopeName = z.enum(SCOPE_NAMES);

/** What "New key" asks for. A repeated scope counts once. */
export const KeyIssue = z.strictObject({
  label: Label,
  scopes: z
    .array(ScopeName)
    .max(SCOPE_NAMES.length * 2)
    .transform((scopes) => SCOPE_NAMES.filter((name) => scopes.includes(name))),
  expiresAt: z.coerce.date().nullish(),
});
export type KeyIssue = z.infer<typeof KeyIssue>;

export const PerMinute = z.int().min(1).max(MAX_PER_MINUTE);

/** When a key is to die, counted from now. */
export const REVOKE_AFTER_MS = { now: 0, "1h": 3_600_000, "24h": 86_400_000, "7d": 604_800_000 };
export const RevokeAfter = z.enum(["now", "1h", "24h", "7d"]);
export type RevokeAfter = z.infer<typeof RevokeAfter>;
