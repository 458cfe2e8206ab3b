import { z } from "zod";
import { PLATFORM_SCOPE_NAMES } from "../kernel/scopes";
import { KeyIssue, KeyNetworks, KeyRevoke, RevokeAfter } from "../keys/schema";

const DAY_MS = 86_400_000;
/** A key that writes works for at most this long. */
const MAX_WRITING_DAYS = 366;

const ScopeName = z.enum(PLATFORM_SCOPE_NAMES);

/** Scopes in their usual order, without duplicates; at least one. */
const Scopes = z
  .array(ScopeName)
  .min(1, "Select at least one scope.")
  .max(PLATFORM_SCOPE_NAMES.length * 2)
  .transform((scopes) => PLATFORM_SCOPE_NAMES.filter((name) => scopes.includes(name)));

export const PlatformKeyIssue = KeyIssue.extend({ scopes: Scopes });
export type PlatformKeyIssue = z.infer<typeof PlatformKeyIssue>;

export const PlatformKeyNetworks = KeyNetworks.omit({ mayWiden: true });
export type PlatformKeyNetworks = z.infer<typeof PlatformKeyNetworks>;

export const PlatformKeyRevoke = KeyRevoke.extend({ after: RevokeAfter.default("now") });

/** Why a key with these scopes may not work until then; null if it may. Null never expires. */
export function expiryFault(
  { scopes, expiresAt }: { scopes: readonly string[]; expiresAt: Date | null },
  now: Date,
): string | null {
  if (scopes.every((scope) => /:(read|verify)$/.test(scope))) return null;
  const latest = now.getTime() + MAX_WRITING_DAYS * DAY_MS;
  if (expiresAt !== null && expiresAt.getTime() <= latest) return null;
  return "A key that can change something must expire within a year.";
}
