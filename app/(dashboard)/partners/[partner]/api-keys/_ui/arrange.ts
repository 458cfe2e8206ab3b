import type { ApiKey } from "@/app/_trpc/types";
import { DAY_MS } from "@/app/_ui/format/time";

/** A key in the list. `successor` is set during a rotation; the row stands below its successor. */
export type KeyRow = { key: ApiKey; successor: ApiKey | null };

export const SHOWS = ["active", "all"] as const;
export type Show = (typeof SHOWS)[number];

/** Whether requests with the key are accepted. */
export function isLive(key: Pick<ApiKey, "state">): boolean {
  return key.state === "active" || key.state === "retiring";
}

/** The keys to show, each old key directly below the active one that replaces it. */
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
