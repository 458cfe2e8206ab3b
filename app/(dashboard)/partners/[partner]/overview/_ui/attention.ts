import type { ApiKey, KeyUsage, Payout } from "@/app/_trpc/types";
import { isEnding, isLive, trafficOf } from "../../api-keys/_ui/live";
import { refusedShare } from "../../api-keys/_ui/usage";

/** From this share of 429s on, a key counts as rate limited; a smaller share can be chance. */
const LIMITED_FROM = 0.01;

export type Attention =
  | { kind: "payout"; id: string; payout: Payout }
  | { kind: "limited"; id: string; key: ApiKey; usage: KeyUsage }
  | { kind: "ending"; id: string; key: ApiKey; endsAt: string }
  | { kind: "silent"; id: string; key: ApiKey };

type Known = {
  keys: readonly ApiKey[];
  usage: readonly KeyUsage[];
  failed: readonly Payout[];
  nowMs: number;
};

/** The things that need attention: current failures first, then upcoming ones, then cleanup. */
export function attentionOf({ keys, usage, failed, nowMs }: Known): Attention[] {
  const live = keys.filter(isLive);
  return [
    ...failed.map((payout) => ({ kind: "payout", id: payout.id, payout }) as const),
    ...limitedOf(live, usage),
    ...endingOf(live, nowMs),
    ...live
      .filter((key) => isReplaced(key, live) && key.state === "active")
      .filter((key) => trafficOf(key, nowMs) === "silent")
      .map((key) => ({ kind: "silent", id: key.id, key }) as const),
  ];
}

function limitedOf(live: readonly ApiKey[], usage: readonly KeyUsage[]): Attention[] {
  const byKey = new Map(usage.map((one) => [one.keyId, one]));
  const found = live.flatMap((key) => {
    const own = byKey.get(key.id);
    if (!own || refusedShare(own) < LIMITED_FROM) return [];
    return [{ kind: "limited", id: key.id, key, usage: own } as const];
  });
  return found.sort((a, b) => refusedShare(b.usage) - refusedShare(a.usage));
}

function endingOf(live: readonly ApiKey[], nowMs: number): Attention[] {
  const found = live.flatMap((key) =>
    key.expiresAt !== null && isEnding(key, nowMs)
      ? [{ kind: "ending", id: key.id, key, endsAt: key.expiresAt } as const]
      : [],
  );
  return found.sort((a, b) => Date.parse(a.endsAt) - Date.parse(b.endsAt));
}

const isReplaced = (key: ApiKey, live: readonly ApiKey[]) =>
  live.some((one) => one.replacesId === key.id);
