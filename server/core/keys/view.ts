import type { Prisma } from "../../../prisma/client/client";
import { grantedScopes } from "../kernel/scopes";
import { mixedWord } from "../values/scripts";
import { DEFAULT_PER_MINUTE } from "./limits";

export type KeyRow = Prisma.ApiKeyGetPayload<object>;

/** `retiring`: still valid, to be revoked at `revokedAt`. */
type KeyState = "active" | "retiring" | "revoked" | "expired";

/** A key for display: nothing in it gives access to the API. */
export type KeyView = Omit<
  KeyRow,
  "hash" | "scopes" | "perMinute" | "retiresAt" | "endToldAt" | "expiryToldFor" | "expiryToldDays"
> & {
  /** A note for operators on a name that mixes writing systems within a word, or null. */
  labelNote: string | null;
  scopes: string[];
  /** Requests per minute: the key's own limit, or the default. */
  perMinute: number;
  hasOwnLimit: boolean;
  state: KeyState;
};

export function keyView(row: KeyRow, now: Date): KeyView {
  return {
    ...viewOfEither(row, now),
    partnerId: row.partnerId,
    labelNote: mixedWord(row.label),
    scopes: grantedScopes(row.scopes),
    perMinute: row.perMinute ?? DEFAULT_PER_MINUTE,
  };
}

/** The columns that keys of both types have. */
type EitherRow = Omit<KeyRow, "partnerId" | "endToldAt" | "expiryToldFor" | "expiryToldDays">;

/** The fields that are shown of a key of either type, apart from its scopes and its limit. */
export function viewOfEither(row: EitherRow, now: Date) {
  return {
    id: row.id,
    label: row.label,
    head: row.head,
    tail: row.tail,
    allowedNetworks: row.allowedNetworks,
    hasOwnLimit: row.perMinute !== null,
    state: keyState(row, now),
    replacesId: row.replacesId,
    createdAt: row.createdAt,
    createdBy: row.createdBy,
    expiresAt: row.expiresAt,
    revokedAt: row.revokedAt,
    revokedBy: row.revokedBy,
    lastUsedAt: row.lastUsedAt,
    lastUsedAddress: row.lastUsedAddress,
    leakedAt: row.leakedAt,
  };
}

type Lifetime = { revokedAt: Date | null; retiresAt: Date | null; expiresAt: Date | null };

/**
 * The status of the key at `now`; a time equal to `now` has passed. A revoke that was not scheduled
 * is never compared with `now`: the clock that wrote it may be ahead of this one.
 */
export function keyState(key: Lifetime, now: Date): KeyState {
  const isPlanned = key.retiresAt !== null && key.retiresAt > now;
  if (key.revokedAt && !isPlanned) return "revoked";
  if (key.expiresAt && key.expiresAt <= now) return "expired";
  return key.revokedAt ? "retiring" : "active";
}

/** Whether the key is valid at `now`. */
export function isLive(key: Lifetime, now: Date): boolean {
  const state = keyState(key, now);
  return state === "active" || state === "retiring";
}

/** isLive() as a `where` condition. */
export function liveWhere(now: Date) {
  return {
    AND: [
      { OR: [{ revokedAt: null }, { retiresAt: { gt: now } }] },
      { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    ],
  };
}
