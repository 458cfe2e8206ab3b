import type { KeyIds } from "../core/keys/record";

/** The IDs of the `max` keys that were added last, by the hex SHA-256 of the plaintext. */
export type CompactIds = {
  get(hash: string): KeyIds | undefined;
  add(hash: string, ids: KeyIds): void;
};

/**
 * Takes half the memory of an LRU cache of objects. An entry is one string by another, which are
 * copied: V8 would keep a string that was put together as its parts.
 */
export function createCompactIds(max: number): CompactIds {
  const entries = new Map<string, string>();
  // Stays valid: all entries before it are deleted, and new ones are added at the end.
  const oldest = entries.keys();

  return {
    get(hash) {
      const [keyId, partnerId] = entries.get(packed(hash))?.split(" ") ?? [];
      return keyId !== undefined && partnerId !== undefined ? { keyId, partnerId } : undefined;
    },
    add(hash, { keyId, partnerId }) {
      if (entries.size >= max) entries.delete(oldest.next().value ?? "");
      entries.set(packed(hash), Buffer.from(`${keyId} ${partnerId}`, "latin1").toString("latin1"));
    },
  };
}

const packed = (hash: string) => Buffer.from(hash, "hex").toString("latin1");
