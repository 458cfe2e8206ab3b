import type { Recorder } from "../core/kernel/ports";
import type { Transact } from "./write-buffer";

type Use = Parameters<Recorder["recordPlatformKey"]>[0];

/** When and from where each platform key was last used: few keys, so one row each is kept. */
export function openPlatformKeyUses(transact: Transact) {
  const waiting = new Map<string, Use>();
  return {
    add(use: Use): void {
      waiting.set(use.keyId, use);
    },
    /** Rejects on failure; what is unwritten stays buffered. */
    async flush(): Promise<void> {
      if (waiting.size === 0) return;
      // The same order in every process prevents deadlocks.
      const uses = [...waiting.values()].sort((a, b) => (a.keyId < b.keyId ? -1 : 1));
      await transact(
        (tx) => tx.$executeRaw`
          UPDATE platform_keys SET last_used_at = "at", last_used_address = address
          FROM json_to_recordset(${JSON.stringify(uses)}::json)
            AS use ("keyId" text, "at" timestamptz, address text)
          WHERE platform_keys.id = "keyId" AND (last_used_at IS NULL OR last_used_at < "at")`,
      );
      for (const use of uses) if (waiting.get(use.keyId) === use) waiting.delete(use.keyId);
    },
  };
}
