import type { Scope } from "../kernel/scopes";
import type { Partner } from "../partners/schema";
import type { Networks } from "../values/networks";

/** Everything needed to authorize a request with a key, and to respond to GET /me. */
export type KeyRecord = {
  id: string;
  scopes: readonly Scope[];
  perMinute: number;
  /** The addresses that it may be used from; null: from anywhere. */
  networks: Networks | null;
  expiresAt: Date | null;
  retiresAt: Date | null;
  revokedAt: Date | null;
  partner: Partner;
};

/** The ids of a key and its partner, which never change. */
export type KeyIds = { keyId: string; partnerId: string };

/**
 * A key's record, and the partner's epoch from before the record was read; null: the epoch is
 * unknown, and only the request that read the record may use it.
 */
export type FoundKey = { record: KeyRecord; epoch: string | null };

/** Reads key records by the hex SHA-256 of the plaintext. */
export type KeyCache = {
  /**
   * May be stale: it is current only if the limiter confirms `epoch`. Throws `unavailable` if the
   * client's address has too many lookups of unknown keys.
   */
  find(hash: string, address: string | null): FoundKey | null | Promise<FoundKey | null>;
  /**
   * The current record, given one that refuses: reads the row only if the epoch has changed, or can't
   * be read. Nothing that was announced before the call is missed.
   */
  confirm(hash: string, found: FoundKey): Promise<KeyRecord | null>;
  /** Reads the record again, given the partner's current epoch. */
  reread(hash: string, epoch: string | null): Promise<KeyRecord | null>;
  clear(): void;
};
