import { LRUCache } from "lru-cache";
import type { KeyIds, KeyRecord } from "../core/keys/record";
import type { FoundKey, Keyring } from "../core/ports";

/** The last line: no entry is used longer than this, counted from before its epoch was read. */
const TTL_MS = 10_000;
const MAX_RECORDS = 20_000;
const MAX_UNKNOWN = 20_000;
const MAX_IDS = 100_000;

type Source = {
  /** Whose key this is; never changes. Null: no such key. */
  findIds(hash: string): Promise<KeyIds | null>;
  findRecord(keyId: string): Promise<KeyRecord | null>;
  /** The partner's epoch as it is now; null while no store answers. */
  readEpoch(partnerId: string): Promise<string | null>;
  /** Monotonic milliseconds. */
  nowMs(): number;
};

export type KeyCache = Keyring & {
  stats(): { hits: number; misses: number; rereads: number; records: number };
};

/**
 * Key records in this process. An entry carries the epoch that its partner had before the row was
 * read; the limiter compares it with the current one at every request, and only then is it believed.
 * docs/decisions/0004 has the argument why no acknowledged revoke can be missed.
 */
export function createKeyCache(source: Source): KeyCache {
  const ids = new LRUCache<string, KeyIds>({ max: MAX_IDS });
  const records = new LRUCache<string, FoundKey & { atMs: number }>({ max: MAX_RECORDS });
  const unknown = new LRUCache<string, { atMs: number }>({ max: MAX_UNKNOWN });
  const reads = new Map<string, Promise<FoundKey | null>>();
  const counts = { hits: 0, misses: 0, rereads: 0 };
  const isFresh = ({ atMs }: { atMs: number }) => source.nowMs() - atMs < TTL_MS;

  async function idsOf(hash: string): Promise<KeyIds | null> {
    const known = ids.get(hash);
    if (known) return known;
    const atMs = source.nowMs();
    const found = await source.findIds(hash);
    if (found) ids.set(hash, found);
    else unknown.set(hash, { atMs });
    return found;
  }

  async function read(hash: string, seenEpoch: string | null): Promise<FoundKey | null> {
    const owner = await idsOf(hash);
    if (!owner) return null;
    const atMs = source.nowMs();
    // Before the row, always: an epoch read after it could vouch for a row that is older.
    const epoch = seenEpoch ?? (await source.readEpoch(owner.partnerId));
    const record = await source.findRecord(owner.keyId);
    if (!record) return null;
    if (epoch !== null) records.set(hash, { record, epoch, atMs });
    return { record, epoch };
  }

  // Who joins a read that began before the request did is safe: the limiter compares the epoch that
  // was read before the row. A reread is shared only by those who saw the same epoch.
  function shared(name: string, run: () => Promise<FoundKey | null>): Promise<FoundKey | null> {
    const running = reads.get(name);
    if (running) return running;
    const started = run().finally(() => reads.delete(name));
    reads.set(name, started);
    return started;
  }

  return {
    async find(hash) {
      const entry = records.get(hash);
      if (entry && isFresh(entry)) {
        counts.hits++;
        return entry;
      }
      const refused = unknown.get(hash);
      if (refused && isFresh(refused)) return null;
      counts.misses++;
      const found = await shared(hash, () => read(hash, null));
      // Without an epoch nothing vouches for a read that may have begun before this request.
      return found?.epoch === null ? read(hash, null) : found;
    },
    async reread(hash, epoch) {
      counts.rereads++;
      const name = `${hash} ${epoch}`;
      const found = await (epoch === null
        ? read(hash, null)
        : shared(name, () => read(hash, epoch)));
      return found?.record ?? null;
    },
    clear() {
      records.clear();
    },
    stats: () => ({ ...counts, records: records.size }),
  };
}
