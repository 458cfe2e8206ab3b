import type { ApiKey } from "@/app/_trpc/types";
import { DAY_MS } from "@/app/_ui/format/time";

/** A key in the list. `successor` is set while a rotation is under way: the row stands below it. */
export type KeyRow = { key: ApiKey; successor: ApiKey | null };

export const SHOWS = ["active", "all"] as const;
export type Show = (typeof SHOWS)[number];

/** Whether requests with the key are answered. */
export function isLive(key: Pick<ApiKey, "state">): boolean {
  return key.state === "active" || key.state === "retiring";
}

/** The keys to show, each old key right below the live one that replaces it. */
export function arrange(keys: readonly ApiKey[], show: Show): KeyRow[] {
  const successors = new Map<string, ApiKey>();
  for (const key of keys) {
    if (key.replacesId && isLive(key)) successors.set(key.replacesId, key);
  }
  const byId = new Map(keys.map((key) => [key.id, key]));
  const isPaired = (key: ApiKey) => isLive(key) && successors.has(key.id);

  const rows: KeyRow[] = [];
  for (const key of keys) {
    if (isPaired(key) || (show === "active" && !isLive(key))) continue;
    rows.push({ key, successor: null });
    let newer = key;
    let older = byId.get(key.replacesId ?? "");
    while (older && isPaired(older) && isLive(newer)) {
      rows.push({ key: older, successor: newer });
      newer = older;
      older = byId.get(older.replacesId ?? "");
    }
  }
  return rows;
}

/**
 * What may be said of a key that is being replaced: silent for a day, so that revoking it should break
 * nothing; still in use; or nothing yet, where it is younger than a day and was never used.
 */
export function trafficOf(
  key: Pick<ApiKey, "lastUsedAt" | "createdAt">,
  nowMs: number,
): "silent" | "in use" | null {
  const quietSince = Date.parse(key.lastUsedAt ?? key.createdAt);
  if (nowMs - quietSince > DAY_MS) return "silent";
  return key.lastUsedAt ? "in use" : null;
}
