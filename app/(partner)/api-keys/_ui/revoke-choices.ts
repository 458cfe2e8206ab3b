import type { ApiKey } from "@/app/_trpc/types";
import { HOUR_MS } from "@/app/_ui/time";
import type { RevokeAfter } from "@/server/core/keys/schema";

const CHOICES: readonly { value: RevokeAfter; label: string; ms: number }[] = [
  { value: "now", label: "Now", ms: 0 },
  { value: "1h", label: "In 1 hour", ms: HOUR_MS },
  { value: "24h", label: "In 24 hours", ms: 24 * HOUR_MS },
  { value: "7d", label: "In 7 days", ms: 168 * HOUR_MS },
];

/** When the key can be revoked: of one that is to end anyway, only what comes sooner. */
export function revokeChoices(key: Pick<ApiKey, "revokedAt" | "expiresAt">, nowMs: number) {
  const ends = [key.revokedAt, key.expiresAt].flatMap((at) => (at ? [Date.parse(at)] : []));
  const endMs = Math.min(...ends, Number.POSITIVE_INFINITY);
  return CHOICES.filter((choice) => choice.ms === 0 || nowMs + choice.ms < endMs);
}
