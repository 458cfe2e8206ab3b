import type { Prisma } from "../../../prisma/client/client";
import { PLATFORM_SCOPE_NAMES, type PlatformScope } from "../kernel/scopes";
import { DEFAULT_PLATFORM_PER_MINUTE } from "../keys/limits";
import { type KeyView, keyState } from "../keys/view";

export type PlatformKeyRow = Prisma.PlatformKeyGetPayload<object>;

/** A platform key for display: nothing in it gives access to the API. */
export type PlatformKeyView = Omit<
  PlatformKeyRow,
  "hash" | "scopes" | "perMinute" | "retiresAt"
> & {
  scopes: PlatformScope[];
  /** Requests per minute. */
  perMinute: number;
  hasOwnLimit: boolean;
  state: KeyView["state"];
};

/** What the processes that check a key need of it, and what is shown of it. */
export function limitsOf(row: Pick<PlatformKeyRow, "perMinute" | "scopes">) {
  return {
    perMinute: row.perMinute ?? DEFAULT_PLATFORM_PER_MINUTE,
    scopes: PLATFORM_SCOPE_NAMES.filter((name) => row.scopes.includes(name)),
  };
}

export function platformKeyView(row: PlatformKeyRow, now: Date): PlatformKeyView {
  return {
    id: row.id,
    label: row.label,
    head: row.head,
    tail: row.tail,
    ...limitsOf(row),
    hasOwnLimit: row.perMinute !== null,
    allowedNetworks: row.allowedNetworks,
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
