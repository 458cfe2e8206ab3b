import type { Prisma } from "../../../prisma/client/client";
import { PLATFORM_SCOPE_NAMES, type PlatformScope } from "../kernel/scopes";
import { DEFAULT_PLATFORM_PER_MINUTE } from "../keys/limits";
import { viewOfEither } from "../keys/view";

export type PlatformKeyRow = Prisma.PlatformKeyGetPayload<object>;

/** A platform key for display: nothing in it gives access to the API. */
export type PlatformKeyView = ReturnType<typeof viewOfEither> & {
  scopes: PlatformScope[];
  /** Requests per minute. */
  perMinute: number;
};

/** What the processes that check a key need of it, and what is shown of it. */
export function limitsOf(row: Pick<PlatformKeyRow, "perMinute" | "scopes">) {
  return {
    perMinute: row.perMinute ?? DEFAULT_PLATFORM_PER_MINUTE,
    scopes: PLATFORM_SCOPE_NAMES.filter((name) => row.scopes.includes(name)),
  };
}

export function platformKeyView(row: PlatformKeyRow, now: Date): PlatformKeyView {
  return { ...viewOfEither(row, now), ...limitsOf(row) };
}
