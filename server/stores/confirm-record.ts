import type { CheckedKey, KeyCache } from "../core/keys/record";
import { readsOfTurn, sharedReads } from "./shared-reads";

type Reads<Key extends CheckedKey> = {
  /** The partner's current epoch; null during an outage of the store. */
  readEpoch(partnerId: string): Promise<string | null>;
  reread: KeyCache<Key>["reread"];
};

/**
 * Checks cached records, however many requests ask: the epoch of a partner is read once in a turn of
 * the event loop, and during an outage of the store the row of a key once at a time.
 */
export function createConfirm<Key extends CheckedKey>({
  readEpoch,
  reread,
}: Reads<Key>): KeyCache<Key>["confirm"] {
  const currentEpoch = readsOfTurn(readEpoch);
  const rereadNow = sharedReads((hash) => reread(hash, null));
  return async (hash, { record, epoch }) => {
    // Without an epoch it was read for the request that asks.
    if (epoch === null) return record;
    const current = await currentEpoch(record.partner.id);
    if (current === epoch) return record;
    return current === null ? rereadNow(hash) : reread(hash, current);
  };
}
