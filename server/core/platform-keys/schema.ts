import { z } from "zod";
import { PLATFORM_SCOPE_NAMES } from "../kernel/scopes";
import { AllowedNetworks, PerMinute, RevokeAfter } from "../keys/schema";
import { Id, Label } from "../values/text";

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

export const PlatformKeyIssue = z.strictObject({
  label: Label,
  scopes: Scopes,
  expiresAt: z.coerce
    .date()
    .max(new Date("9999-12-31T23:59:59.999Z"), "Must be before the year 10000.")
    .nullish(),
  allowedNetworks: AllowedNetworks.optional(),
});
export type PlatformKeyIssue = z.infer<typeof PlatformKeyIssue>;

export const PlatformKeyId = z.strictObject({ keyId: Id });

/** Null sets the default. */
export const PlatformKeyLimit = z.strictObject({ keyId: Id, perMinute: PerMinute.nullable() });
export type PlatformKeyLimit = z.infer<typeof PlatformKeyLimit>;

export const PlatformKeyNetworks = z.strictObject({ keyId: Id, allowedNetworks: AllowedNetworks });
export type PlatformKeyNetworks = z.infer<typeof PlatformKeyNetworks>;

export const PlatformKeyRevoke = z.strictObject({
  keyId: Id,
  after: RevokeAfter.default("now"),
});

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
