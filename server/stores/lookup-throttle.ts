import { LRUCache } from "lru-cache";
import { afterAwake } from "../core/kernel/awake";
import { fail } from "../core/kernel/errors";
import { networkOf } from "../core/values/addresses";

/** Failed lookups a second from one address or IPv6 network, and the burst. */
const PER_SECOND = 10;
const MAX_WAIT_MS = 1_000;
const MAX_ADDRESSES = 10_000;
/** Of all addresses together: each waiting request holds a socket. */
const MAX_WAITING = 1_000;

/**
 * Lookups that run at once. However many addresses guess, reads of known keys and all other queries
 * wait behind few of them: the embedded PostgreSQL has one connection, and a pool ten.
 */
const AT_ONCE = 8;

/** Limits how fast one address can look up keys that do not exist. */
type LookupThrottle = {
  /**
   * Runs a lookup; one that finds a key is free. Waits for its address for at most a second, and as
   * long for its turn; then throws `unavailable`. An address of null has no limit of its own.
   */
  run<T>(address: string | null, lookUp: () => Promise<T | null>): Promise<T | null>;
  stats(): { waiting: number; refused: number };
};

/**
 * Each lookup takes a token and returns it if it found a key. So neighbors behind one address that
 * start with many valid keys are not delayed; only guessing is slow. Of all addresses together, few
 * lookups run at once.
 */
export function createLookupThrottle({ nowMs }: { nowMs(): number }): LookupThrottle {
  const queues = new LRUCache<string, AddressQueue>({ max: MAX_ADDRESSES });
  const turns = openTurns(AT_ONCE);
  let waiting = 0;
  let refused = 0;

  function queueOf(address: string): AddressQueue {
    const network = networkOf(address);
    const queue = queues.get(network) ?? openQueue(nowMs);
    queues.set(network, queue);
    return queue;
  }

  function refuse(): never {
    refused++;
    return fail("unavailable", {
      message: "Too many requests with unknown API keys. Wait, then try again.",
    });
  }

  async function turn(queue: AddressQueue): Promise<void> {
    if (queue.take()) return;
    if (waiting >= MAX_WAITING) refuse();
    waiting++;
    const isServed = await queue.wait();
    waiting--;
    if (!isServed) refuse();
  }

  async function inTurn<T>(lookUp: () => Promise<T>): Promise<T> {
    if (turns.waiting() >= MAX_WAITING) refuse();
    if (!(await turns.begin())) refuse();
    try {
      return await lookUp();
    } finally {
      turns.end();
    }
  }

  return {
    async run(address, lookUp) {
      if (address === null) return inTurn(lookUp);
      const queue = queueOf(address);
      await turn(queue);
      let isFailure = false;
      try {
        const found = await inTurn(lookUp);
        isFailure = found === null;
        return found;
      } finally {
        if (!isFailure) queue.giveBack();
      }
    },
    stats: () => ({ waiting: waiting + turns.waiting(), refused }),
  };
}

/** Turns of which a few run at once, in order of arrival. */
function openTurns(atOnce: number) {
  const queue = new Set<(hasTurn: boolean) => void>();
  let running = 0;
  return {
    /** False after a second without a turn. */
    begin(): boolean | Promise<boolean> {
      if (running < atOnce) {
        running++;
        return true;
      }
      return new Promise((resolve) => {
        const leave = (hasTurn: boolean) => {
          cancel();
          queue.delete(leave);
          resolve(hasTurn);
        };
        const cancel = afterAwake(MAX_WAIT_MS, () => leave(false));
        queue.add(leave);
      });
    },
    end(): void {
      const [next] = queue;
      if (next) next(true);
      else running--;
    },
    waiting: () => queue.size,
  };
}

/** One address's tokens, and the lookups that wait for them in order of arrival. */
type AddressQueue = {
  /** Takes a token if there is one and no other lookup waits for it. */
  take(): boolean;
  /** Waits for a token and takes it; false after a second without one. */
  wait(): Promise<boolean>;
  giveBack(): void;
};

function openQueue(nowMs: () => number): AddressQueue {
  const queue = new Set<(isServed: boolean) => void>();
  let tokens = PER_SECOND;
  let atMs = nowMs();
  let timer: NodeJS.Timeout | null = null;

  function refill(): void {
    tokens = Math.min(PER_SECOND, tokens + ((nowMs() - atMs) * PER_SECOND) / 1_000);
    atMs = nowMs();
  }

  function serve(): void {
    refill();
    for (const leave of queue) {
      if (tokens < 1) break;
      tokens -= 1;
      leave(true);
    }
    if (timer !== null || queue.size === 0) return;
    const untilNextMs = Math.ceil(((1 - tokens) * 1_000) / PER_SECOND);
    timer = setTimeout(() => {
      timer = null;
      serve();
    }, untilNextMs);
  }

  return {
    take() {
      refill();
      if (queue.size > 0 || tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    wait: () =>
      new Promise((resolve) => {
        const leave = (isServed: boolean) => {
          cancel();
          queue.delete(leave);
          resolve(isServed);
        };
        const cancel = afterAwake(MAX_WAIT_MS, () => leave(false));
        queue.add(leave);
        serve();
      }),
    giveBack() {
      tokens = Math.min(PER_SECOND, tokens + 1);
      serve();
    },
  };
}
