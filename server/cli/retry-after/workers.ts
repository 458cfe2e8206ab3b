import { setTimeout as sleep } from "node:timers/promises";

/** The wait after a failure without Retry-After. */
const DEFAULT_WAIT_MS = 1_000;

export type Conduct = {
  url: string;
  key: string;
  clients: number;
  seconds: number;
  sameClient: boolean;
  /** The mean of the random pauses after each served request. */
  pauseMs: number;
  /** All workers send at this interval at once; 0: each sends as soon as it was served. */
  batchSeconds: number;
  /** Adds a client that ignores Retry-After and backs off exponentially. */
  hasBackoff: boolean;
  /**
   * How many seconds the workers ask to be held instead of refused (`Prefer: wait`); 0: not at all.
   */
  holdSeconds: number;
  onTick(elapsedMs: number): void;
};

/** One response, as a worker saw it. */
export type Seen = {
  worker: number;
  /** When the request was sent and the response was complete, in milliseconds since the start. */
  sentMs: number;
  atMs: number;
  status: number;
  /** The request followed a wait for the full Retry-After. */
  isAfterWait: boolean;
  retryAfter: string | null;
  detailsSeconds: unknown;
  hasPolicy: boolean;
};

/** Runs the workers for the given time; each obeys every Retry-After to the millisecond. */
export async function runWorkers(conduct: Conduct): Promise<Seen[]> {
  const startMs = performance.now();
  const seen: Seen[] = [];
  const ticker = setInterval(() => conduct.onTick(performance.now() - startMs), 250);
  const workers = Array.from({ length: conduct.clients }, (_, worker) =>
    work({ conduct, worker, startMs, seen }),
  );
  const neighbor = conduct.hasBackoff ? [backOff(conduct, startMs)] : [];
  await Promise.all([...workers, ...neighbor]);
  clearInterval(ticker);
  conduct.onTick(conduct.seconds * 1000);
  return seen;
}

type Work = { conduct: Conduct; worker: number; startMs: number; seen: Seen[] };

async function work({ conduct, worker, startMs, seen }: Work): Promise<void> {
  const headers = new Headers({ authorization: `Bearer ${conduct.key}` });
  if (!conduct.sameClient) headers.set("x-client-id", `conform-${worker}`);
  if (conduct.holdSeconds > 0) headers.set("prefer", `wait=${conduct.holdSeconds}`);
  const endMs = startMs + conduct.seconds * 1000;
  let isAfterWait = false;
  while (performance.now() < endMs) {
    const sentMs = performance.now() - startMs;
    const answer = await ask(conduct.url, headers);
    const atMs = performance.now() - startMs;
    if (answer) seen.push({ ...answer, worker, sentMs, atMs, isAfterWait });
    const retryAfterMs = /^\d+$/.test(answer?.retryAfter ?? "")
      ? Number(answer?.retryAfter) * 1000
      : null;
    isAfterWait = answer?.status === 429 && retryAfterMs !== null;
    const isServed = answer !== null && answer.status < 300;
    const waitMs = isServed ? pauseAfter(conduct, atMs) : (retryAfterMs ?? DEFAULT_WAIT_MS);
    // A wait that the end of the run cuts short would not obey Retry-After.
    if (performance.now() + waitMs >= endMs) return;
    if (waitMs > 0) await sleep(waitMs);
  }
}

function pauseAfter({ pauseMs, batchSeconds }: Conduct, atMs: number): number {
  if (batchSeconds > 0) return batchSeconds * 1000 - (atMs % (batchSeconds * 1000));
  return pauseMs === 0 ? 0 : -Math.log(1 - Math.random()) * pauseMs;
}

/** Its results are not reported, because it ignores Retry-After. */
async function backOff({ url, key, seconds }: Conduct, startMs: number): Promise<void> {
  const headers = new Headers({ authorization: `Bearer ${key}`, "user-agent": "backoff" });
  let attempt = 0;
  while (performance.now() < startMs + seconds * 1000) {
    const answer = await ask(url, headers);
    attempt = answer !== null && answer.status < 300 ? 0 : attempt + 1;
    const longestMs = Math.min(10_000, 50 * 2 ** attempt);
    await sleep(attempt === 0 ? 0 : longestMs * (0.5 + Math.random() / 2));
  }
}

// Returns null for a lost connection, which says nothing about the limiter.
async function ask(url: string, headers: Headers) {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(60_000) });
    const text = await response.text();
    return {
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
      detailsSeconds: response.status === 429 ? secondsIn(text) : undefined,
      hasPolicy: response.headers.has("ratelimit") && response.headers.has("ratelimit-policy"),
    };
  } catch {
    return null;
  }
}

function secondsIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { details?: { retry_after_seconds?: unknown } }).details
      ?.retry_after_seconds;
  } catch {
    return undefined;
  }
}
