import { fail } from "../kernel/errors";
import type { KeyRecord } from "./record";

type Confined = Pick<KeyRecord, "networks">;

/** Whether the key may be used from this address; null: unknown. */
export function isAllowedFrom({ networks }: Confined, address: string | null): boolean {
  return networks === null || (address !== null && networks.includes(address));
}

/**
 * Throws `address_not_allowed` unless the key may be used from this address; null: unknown. The
 * error names no range: whoever has a stolen key must not learn where it works.
 */
export function assertAllowedFrom(key: Confined, address: string | null): void {
  if (!isAllowedFrom(key, address)) fail("address_not_allowed");
}
