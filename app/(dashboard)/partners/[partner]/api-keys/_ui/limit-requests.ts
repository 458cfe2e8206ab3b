import type { LimitRequest } from "@/app/_trpc/types";
import { DAY_MS } from "@/app/_ui/format/time";

/** How long a decision is shown beside the limit. */
const SHOWN_DAYS = 30;

/** The newest request of each key, by key ID: older ones have been decided. */
export function newestByKey(requests: readonly LimitRequest[]): Map<string, LimitRequest> {
  const newest = new Map<string, LimitRequest>();
  for (const request of requests) {
    const known = newest.get(request.key.id);
    if (!known || known.createdAt < request.createdAt) newest.set(request.key.id, request);
  }
  return newest;
}

/** Whether to show a request: it is open, or was decided recently. */
export function isCurrent(request: LimitRequest, nowMs: number): boolean {
  if (request.decidedAt === null) return true;
  return nowMs - Date.parse(request.decidedAt) < SHOWN_DAYS * DAY_MS;
}
