import { LRUCache } from "lru-cache";
import type { Figures } from "../core/kernel/health";
import type { CheckedKey, FoundKey, KeyCache, KeyIds, KeyRecord } from "../core/keys/record";
import { createCompactIds } from "./compact-ids";
import { createConfirm } from "./confirm-record";
import { createLookupThrottle } from "./lookup-throttle";

/**
 * The final safeguard: no entry is used longer than this, counted from before its row was read.
 */
const TTL_MS = 10_000;
const MAX_RECORDS = 10_000;
const MAX_UNKNOWN = 20_000;
const MAX_IDS = 100_000;

type Source<Key extends CheckedKey> = {
  /** The IDs of the key and its partner, which never change; null if there is no such key. */
  findIds(hash: string): Promise<KeyIds | null>;
  findRecord(keyId: string): Promise<Key | null>;
  /** The partner's current epoch; null during an outage of the store. */
  readEpoch(partnerId: string): Promise<string | null>;
} & Clocks;

type Clocks = {
  /** Monotonic milliseconds, including time in which the machine was suspended. */
  nowMs(): number;
  /** The time of day, which expirations are compared with. */
  now(): Date;
};

export type MeasuredKeyCache<Key extends CheckedKey = KeyRecord> = KeyCache<Key> & {
  stats(): Figures["keyCache"];
};

/** A record with the times from before its row was read: monotonic, and of day. */
type Entry<Key extends CheckedKey> = FoundKey<Key> & { atMs: number; readAt: Date };
type Shared<Key extends CheckedKey> = { found: Promise<Entry<Key> | null>; isOwn: boolean };
type Asked = { hash: string; seenEpoch: string | null; address: string | null };

/**
 * Caches key records in this process. An entry holds the partner's epoch from before the row was
 * read. The limiter compares it with the current epoch on every request; the entry is used only if
 * they match. docs/decisions/0004 shows why no acknowledged revocation can be missed.
 */
export function createKeyCache<Key extends CheckedKey>(source: Source<Key>): MeasuredKeyCache<Key> {
  const records = new LRUCache<string, Entry<Key>>({ max: MAX_RECORDS });
  const reads = new Map<string, Promise<Entry<Key> | null>>();
  const counts = { hits: 0, unknownHits: 0, misses: 0, rereads: 0, clears: 0 };
  const owners = openOwners(source);

  async function read({ hash, seenEpoch, address }: Asked): Promise<Entry<Key> | null> {
    const owner = await owners.find(hash, address);
    if (!owner) return null;
    const begun = { atMs: source.nowMs(), readAt: source.now() };
    // Always read before the row: an epoch read after it could make an older row look current.
    const epoch = seenEpoch ?? (await source.readEpoch(owner.partnerId));
    const record = await source.findRecord(owner.keyId);
    if (!record) return null;
    const entry = { record, epoch, ...begun };
    if (epoch !== null) records.set(hash, { ...entry, epoch });
    return entry;
  }

  // A request may join a read that began before it: the limiter compares the epoch that was read
  // before the row. A reread is shared only by requests that saw the same epoch.
  function shared(name: string, asked: Asked): Shared<Key> {
    const running = reads.get(name);
    if (running) return { found: running, isOwn: false };
    const started = read(asked).finally(() => reads.delete(name));
    reads.set(name, started);
    return { found: started, isOwn: true };
  }

  async function readNew(asked: Asked): Promise<FoundKey<Key> | null> {
    const { found, isOwn } = shared(asked.hash, asked);
    const key = await found;
    if (key === null || isOwn) return key;
    // Without an epoch, nothing shows that a read that began before this request is current.
    return key.epoch === null || hasExpiredSinceRead(source, key) ? read(asked) : key;
  }

  async function reread(hash: string, seenEpoch: string | null): Promise<Key | null> {
    counts.rereads++;
    const asked = { hash, seenEpoch, address: null };
    const entry = await (seenEpoch ? shared(`${hash} ${seenEpoch}`, asked).found : read(asked));
    return entry?.record ?? null;
  }

  return {
    find(hash, address) {
      const entry = records.get(hash);
      if (entry && isFresh(source, entry) && !hasExpiredSinceRead(source, entry)) {
        counts.hits++;
        return entry;
      }
      if (owners.isUnknown(hash)) {
        counts.unknownHits++;
        return null;
      }
      counts.misses++;
      return readNew({ hash, seenEpoch: null, address });
    },
    reread,
    confirm: createConfirm({ readEpoch: source.readEpoch, reread }),
    clear() {
      counts.clears++;
      records.clear();
    },
    stats() {
      const { waiting, refused } = owners.stats();
      const lookUps = { lookUpsWaiting: waiting, lookUpsRefused: refused };
      return { ...counts, records: records.size, ...lookUps };
    },
  };
}

const isFresh = (source: Clocks, { atMs }: { atMs: number }) => source.nowMs() - atMs < TTL_MS;

/**
 * Whether the key expired after its row was read. Its expiration may have been extended meanwhile,
 * and an expired record refuses requests without a comparison of epochs.
 */
function hasExpiredSinceRead(
  source: Clocks,
  { record: { expiresAt }, readAt }: Entry<CheckedKey>,
): boolean {
  return expiresAt !== null && expiresAt > readAt && expiresAt <= source.now();
}

/** Caches the IDs of keys, which never change, and for a while the hashes of unknown keys. */
function openOwners(source: Pick<Source<CheckedKey>, "findIds"> & Clocks) {
  const ids = createCompactIds(MAX_IDS);
  const unknown = new LRUCache<string, { atMs: number }>({ max: MAX_UNKNOWN });
  const throttle = createLookupThrottle(source);

  return {
    async find(hash: string, address: string | null): Promise<KeyIds | null> {
      const known = ids.get(hash);
      if (known) return known;
      const atMs = source.nowMs();
      const found = await throttle.run(address, () => source.findIds(hash));
      if (found) ids.add(hash, found);
      else unknown.set(hash, { atMs });
      return found;
    },
    isUnknown(hash: string): boolean {
      const entry = unknown.get(hash);
      return entry !== undefined && isFresh(source, entry);
    },
    stats: throttle.stats,
  };
}
