import type { PlatformScope } from "../kernel/scopes";
import type { Partner } from "../partners/schema";
import { type Networks, networksOf } from "../values/networks";

/** Everything needed to authorize a request with a key of either type. */
export type CheckedKey = {
  id: string;
  scopes: readonly string[];
  perMinute: number;
  /** The addresses that it may be used from; null: from anywhere. */
  networks: Networks | null;
  expiresAt: Date | null;
  retiresAt: Date | null;
  revokedAt: Date | null;
  partner: Pick<Partner, "id" | "status">;
  /** Whether the partner is terminated; it is suspended too. */
  isTerminated: boolean;
};

type Checks = Pick<CheckedKey, "id" | "expiresAt" | "retiresAt" | "revokedAt">;

/** The part of a key's row, of either type, that says when and from where the key may be used. */
export function checksOf(row: Checks & { allowedNetworks: string[] }) {
  return {
    id: row.id,
    networks: row.allowedNetworks.length === 0 ? null : networksOf(row.allowedNetworks),
    expiresAt: row.expiresAt,
    retiresAt: row.retiresAt,
    revokedAt: row.revokedAt,
  };
}

/** A partner's key, with scopes of ours and of the company's own, and what GET /me returns. */
export type KeyRecord = CheckedKey & { partner: Partner };

/** A key of the company's own systems. PLATFORM_GROUP stands in for the partner that it lacks. */
export type PlatformKeyRecord = CheckedKey & { scopes: readonly PlatformScope[] };

/** The ids of a key and its partner, which never change. */
export type KeyIds = { keyId: string; partnerId: string };

/**
 * A key's record, and the partner's epoch from before the record was read; null: the epoch is
 * unknown, and only the request that read the record may use it.
 */
export type FoundKey<Key extends CheckedKey = KeyRecord> = { record: Key; epoch: string | null };

/** Reads key records by the hex SHA-256 of the plaintext. */
export type KeyCache<Key extends CheckedKey = KeyRecord> = {
  /**
   * May be stale: it is current only if the limiter confirms `epoch`. Throws `unavailable` if the
   * client's address has too many lookups of unknown keys.
   */
  find(hash: string, address: string | null): FoundKey<Key> | null | Promise<FoundKey<Key> | null>;
  /**
   * The current record: reads the row only if the epoch has changed, or can't be read. Nothing that
   * was announced before the call is missed.
   */
  confirm(hash: string, found: FoundKey<Key>): Promise<Key | null>;
  /** Reads the record again, given the partner's current epoch. */
  reread(hash: string, epoch: string | null): Promise<Key | null>;
  clear(): void;
};
