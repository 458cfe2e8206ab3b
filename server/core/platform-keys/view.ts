import type { Prisma } from "../../../prisma/client/client";
import { PLATFORM_SCOPE_NAMES, type PlatformScope } from "../kernel/scopes";
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
  state: KeyView["state"];
};

/** Requests per minute of a platform key without its own limit. */
const DEFAULT_PER_MINUTE = 6_000;

/** What the processes that check a key need of it, and what is shown of it. */
export function limitsOf(row: Pick<PlatformKeyRow, "perMinute" | "scopes">) {
  return {
    perMinute: row.perMinute ?? DEFAULT_PER_MINUTE,
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
    state: keyState(row, now),
    replacesId: row.replacesId,
    createdAt: row.createdAt,
    createdBy: row.createdBy,
    expiresAt: row.expiresAt,
    revokedAt: row.revokedAt,
    revokedBy: row.revokedBy,
    lastUsedAt: row.lastUsedAt,
    lastUsedAddress: row.lastUsedAddress,
  };
}
