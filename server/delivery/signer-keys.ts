import { createPublicKey, type KeyObject } from "node:crypto";
import { z } from "zod";
import type { Log } from "../core/kernel/ports";

/** How long keys are used without being read again, and while they can't be read. */
const FRESH_MS = 3_600_000;
const STALE_MS = 86_400_000;
/** Between two reads. */
const PAUSE_MS = 60_000;
const MAX_KEYS = 100;

const Published = z.object({
  public_keys: z
    .array(z.object({ key_identifier: z.string().max(200), key: z.string().max(2_000) }))
    .max(MAX_KEYS),
});

type Source = {
  /** Reads the published keys; rejects if they can't be read. */
  read(): Promise<string>;
  /** Monotonic milliseconds, including time in which the machine was suspended. */
  nowMs(): number;
  log: Pick<Log, "warn">;
};

/** The public keys of who reports leaked keys, read from where they are published. */
export type SignerKeys = {
  /**
   * The P-256 key with this identifier; null if there is none. `unavailable`: it is not known,
   * because the keys can't be read.
   */
  find(identifier: string): Promise<KeyObject | null | "unavailable">;
};

/**
 * Caches the published keys. They are read when the cached ones are old, or for an identifier that
 * is not among them, and at most once a minute, however many identifiers a stranger invents.
 */
export function createSignerKeys({ read, nowMs, log }: Source): SignerKeys {
  let keys = new Map<string, KeyObject>();
  let readAtMs = Number.NEGATIVE_INFINITY;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;

  async function readAgain(): Promise<void> {
    triedAtMs = nowMs();
    try {
      keys = keysIn(await read());
      readAtMs = nowMs();
    } catch (err) {
      log.warn({ err }, "the public keys for reports of leaked keys can't be read");
    } finally {
      running = null;
    }
  }

  const age = () => nowMs() - readAtMs;
  return {
    async find(identifier) {
      const known = keys.get(identifier);
      if (known && age() < FRESH_MS) return known;
      if (running === null && nowMs() - triedAtMs >= PAUSE_MS) running = readAgain();
      if (running !== null) await running;
      if (age() >= STALE_MS) return "unavailable";
      const found = keys.get(identifier);
      if (found) return found;
      return readAtMs < triedAtMs ? "unavailable" : null;
    },
  };
}

function keysIn(text: string): Map<string, KeyObject> {
  const { public_keys: published } = Published.parse(JSON.parse(text));
  return new Map(
    published.flatMap(({ key_identifier: identifier, key }) => {
      const parsed = publicKey(key);
      return parsed ? [[identifier, parsed] as const] : [];
    }),
  );
}

/** Null unless it is a key of the curve P-256. */
function publicKey(pem: string): KeyObject | null {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyDetails?.namedCurve === "prime256v1" ? key : null;
  } catch {
    return null;
  }
}
