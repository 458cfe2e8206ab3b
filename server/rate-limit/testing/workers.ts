import type { Random } from "./random";
import type { Identity, Worker } from "./simulator";

/** A readable stand-in for a fingerprint. */
export function mark(kind: string, n: number | string): string {
  return `${kind}${String(n).padStart(8 - kind.length, "0")}`.slice(-8);
}

export type Shape = Partial<Omit<Worker, "identity">>;

const EAGER: Omit<Worker, "identity"> = {
  isObedient: true,
  cost: () => 1,
  startsUs: 0,
  diesUs: Number.POSITIVE_INFINITY,
  nextUs: () => 0,
  retryUs: ({ waitUs }) => waitUs,
  hammersEveryUs: null,
  holdUs: 0,
};

/**
 * `count` workers that send the next request as soon as the last one is served, unless `shape` says
 * otherwise.
 */
export function workers(
  count: number,
  identity: (worker: number) => (turn: number, attempt: number) => Identity,
  shape: Shape | ((worker: number) => Shape) = {},
): Worker[] {
  return Array.from({ length: count }, (_, n) => {
    const own = typeof shape === "function" ? shape(n) : shape;
    return { ...EAGER, ...own, identity: identity(n) };
  });
}

const unnamed = (client: string, caller: string): Identity => ({ client, caller, isNamed: false });

/** Each worker has an address of its own. */
export const byAddress = (n: number) => () => unnamed(mark("c", n), mark("d", n));

/** One address; each worker sends an `X-Client-Id` of its own. */
export const byId = (n: number) => () => ({
  client: mark("c", 0),
  caller: mark("i", n),
  isNamed: true,
});

/** Each worker sends an `X-Client-Id` of its own, each time from another address. */
export const byIdRoaming = (n: number) => (turn: number, attempt: number) => ({
  client: mark("r", (n * 7919 + turn * 31 + attempt) % 9_999_991),
  caller: mark("i", n),
  isNamed: true,
});

/** One address; each worker polls a URL of its own. */
export const byUrl = (n: number) => () => unnamed(mark("c", 0), mark("u", n));

/** One address and one URL. */
export const alike =
  (client = 0) =>
  () =>
  () =>
    unnamed(mark("c", client), mark("a", client));

/** Never the same URL twice, not even for a retry. */
export const wandering =
  (address: (n: number) => number) => (n: number) => (turn: number, attempt: number) =>
    unnamed(mark("c", address(n)), mark("w", n * 100_000 + turn * 7 + attempt));

/** An `X-Client-Id` that is new at each attempt, from one address. */
export const rotatingIds =
  (client = "x0000000") =>
  (n: number) =>
  (turn: number, attempt: number) => ({
    client,
    caller: mark("j", n * 1_000_000 + turn * 17 + attempt),
    isNamed: true,
  });

/** The same URL, or a new one each time, from an address of its own. */
export const stranger =
  ({ isFresh }: { isFresh: boolean }) =>
  (n: number) =>
  (turn: number, attempt: number) =>
    unnamed(mark("x", n), mark("h", isFresh ? turn * 17 + attempt : 0));

/** Exponentially distributed pauses, such that `count` workers send `load` times the limit. */
export function pausing(count: number, perMinute: number, load = 1.2): Shape {
  const meanUs = (count * 60_000_000) / perMinute / load;
  return { nextUs: ({ random }) => Math.floor(-Math.log(1 - random()) * meanUs) };
}

/** Retries late, by up to `us` microseconds and up to `share` of the wait. */
export function late(most: { us?: number; share?: number }): Shape {
  return {
    retryUs: ({ waitUs, random }) =>
      waitUs + random() * ((most.us ?? 0) + (most.share ?? 0) * waitUs),
  };
}

/** The workers' requests take these numbers of tokens, one after the other. */
export function costing(...costs: readonly number[]): (worker: number) => Shape {
  return (worker) => ({ cost: () => costs[worker % costs.length] ?? 1 });
}

/** Sends one request and stops. */
export const once: Shape = { nextUs: () => null };

/** Sends one request at the start of each interval. */
export function cron(everyUs: number): Shape {
  return {
    nextUs: ({ atUs }) => Math.max(0, Math.ceil((atUs + 1) / everyUs) * everyUs - atUs),
  };
}

/** Ignores Retry-After: full jitter of 0.1 s doubled each time, at most 10 s. */
export const backoff: Shape = {
  isObedient: false,
  retryUs: ({ attempt, random }: { attempt: number; random: Random }) =>
    Math.min(10_000_000, 100_000 * 2 ** attempt) * (0.5 + random() / 2),
};

/** Asks to be held for up to `seconds` instead of being refused. */
export function holding(seconds: number): Shape {
  return { holdUs: seconds * 1_000_000 };
}

export function hammering(everyUs: number): Shape {
  return { isObedient: false, hammersEveryUs: everyUs };
}
