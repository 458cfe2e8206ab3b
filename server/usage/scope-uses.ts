import { LRUCache } from "lru-cache";
import type { Tx } from "../core/kernel/actor";
import { isFromFuture } from "../core/kernel/from-future";
import type { Transact, WriteBuffer } from "./write-buffer";

const HOUR_MS = 3_600_000;
const MAX_WAITING = 10_000;
/** Uses whose hour is already written. Forgetting one costs a write without effect. */
const MAX_WRITTEN = 20_000;

type Use = { key: string; scope: string; at: Date };

/** Records when a key last used each of its scopes, to the hour: enough to find unused scopes. */
export function openScopeUses(transact: Transact): WriteBuffer {
  const writtenHours = new LRUCache<string, number>({ max: MAX_WRITTEN });
  const waiting = new Map<string, Use>();
  let dropped = 0;
  const hourOf = (at: Date) => Math.floor(at.getTime() / HOUR_MS);

  return {
    add({ keyId, at, request }) {
      for (const scope of request?.scopes ?? []) {
        const name = `${keyId} ${scope}`;
        if (writtenHours.get(name) === hourOf(at)) continue;
        const isDropped = waiting.size >= MAX_WAITING && !waiting.has(name);
        if (isDropped) dropped++;
        else waiting.set(name, { key: keyId, scope, at });
      }
    },
    async flush() {
      if (waiting.size === 0) return;
      const batch = [...waiting];
      // The same order in every process prevents deadlocks.
      const uses = batch.map(([, use]) => use);
      uses.sort((a, b) => (a.key + a.scope < b.key + b.scope ? -1 : 1));
      await transact((tx) => write(tx, uses));
      for (const [name, use] of batch) {
        writtenHours.set(name, hourOf(use.at));
        if (waiting.get(name) === use) waiting.delete(name);
      }
    },
    waiting: () => waiting.size,
    dropped: () => dropped,
  };
}

async function write(tx: Tx, uses: readonly Use[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO key_scope_uses (key_id, scope, last_used_at)
    SELECT "key", "scope", "at"
    FROM json_to_recordset(${JSON.stringify(uses)}::json) AS use ("key" text, "scope" text, "at" timestamptz)
    JOIN api_keys ON api_keys.id = "key"
    ON CONFLICT (key_id, scope) DO UPDATE SET last_used_at = excluded.last_used_at
    WHERE key_scope_uses.last_used_at < excluded.last_used_at
      OR ${isFromFuture("key_scope_uses.last_used_at")}`;
}
