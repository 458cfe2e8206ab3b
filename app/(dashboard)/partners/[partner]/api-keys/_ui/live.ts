import type { ApiKey, LimitRequest } from "@/app/_trpc/types";
import { DAY_MS } from "@/app/_ui/format/time";

/** Whether requests with the key are accepted. */
export function isLive(key: Pick<ApiKey, "state">): boolean {
  return key.state === "active" || key.state === "retiring";
}

/**
 * The traffic of a key that is being replaced: silent for a day, so that it is safe to revoke; in
 * use; or unknown, if the key is younger than a day and was never used.
 */
export function trafficOf(
  key: Pick<ApiKey, "lastUsedAt" | "createdAt">,
  nowMs: number,
): "silent" | "in use" | null {
  const quietSince = Date.parse(key.lastUsedAt ?? key.createdAt);
  if (nowMs - quietSince > DAY_MS) return "silent";
  return key.lastUsedAt ? "in use" : null;
}

/** How long a decision on a limit request is shown beside the limit. */
const SHOWN_DAYS = 30;

/** Whether to show a limit request: it is open, or was decided recently. */
export function isCurrent({ decidedAt }: Pick<LimitRequest, "decidedAt">, nowMs: number): boolean {
  return decidedAt === null || nowMs - Date.parse(decidedAt) < SHOWN_DAYS * DAY_MS;
}
