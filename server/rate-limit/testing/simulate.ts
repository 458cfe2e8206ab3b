import type { Ask } from "../model";

/** What a simulated server must answer; times are virtual microseconds. */
export type Answer = { admitted: boolean; retryAfterSeconds: number };
export type Decider = (ask: Ask, nowUs: number) => Answer | Promise<Answer>;

/** One sequential client: it sends, waits for the answer, obeys Retry-After, and sends again. */
export type Worker = {
  client: string;
  /** The n-th thing it wants to ask; a retry asks the same again unless `forgets`. */
  request: (turn: number) => string;
  /** After waiting it asks for something else. */
  forgets?: boolean;
  /** It ignores Retry-After and sends again after this time. */
  hammersEveryUs?: number;
  /** Time it lets pass beyond (or, negative, short of) Retry-After. */
  lateUs?: (random: () => number) => number;
  startsUs?: number;
  diesUs?: number;
};

export type Scenario = {
  decide: Decider;
  workers: readonly Worker[];
  perMinute: number | ((nowUs: number) => number);
  seconds: number;
  /** Each way, uniformly from 0 to this. */
  jitterUs?: number;
  seed?: number;
  startUs?: number;
};

export type Report = {
  /** Arrival of each admitted request, ascending, from the start of the run. */
  admittedUs: number[];
  served: number[];
  /** Requests sent after having waited as told, and how many of them were refused again. */
  retries: number[];
  secondRefusals: number[];
  refusals: number;
  longestWaitSeconds: number;
};

const JITTER_US = 40_000;
/** Later than any real clock shows while the suite runs, so that no state is future-dated. */
const EPOCH_US = 1_800_000_000_000_000;

export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Turn = { atUs: number; worker: number; turn: number; waited: boolean };

/** Runs the scenario in virtual time; deterministic for one seed. */
export async function simulate(scenario: Scenario): Promise<Report> {
  const random = seeded(scenario.seed ?? 1);
  const jitterUs = scenario.jitterUs ?? JITTER_US;
  const startUs = scenario.startUs ?? EPOCH_US;
  const report = emptyReport(scenario.workers.length);
  const hop = () => Math.floor(random() * jitterUs);
  const queue = new Queue();
  for (const [worker, { startsUs = 0 }] of scenario.workers.entries()) {
    queue.push({ atUs: startUs + startsUs + hop(), worker, turn: 0, waited: false });
  }
  const endUs = startUs + scenario.seconds * 1_000_000;
  for (let next = queue.pop(); next !== undefined && next.atUs < endUs; next = queue.pop()) {
    const worker = scenario.workers[next.worker];
    if (worker === undefined || next.atUs - startUs >= (worker.diesUs ?? Infinity)) continue;
    const perMinute =
      typeof scenario.perMinute === "number"
        ? scenario.perMinute
        : scenario.perMinute(next.atUs - startUs);
    const ask = { client: worker.client, request: worker.request(next.turn), perMinute };
    const answer = await scenario.decide(ask, next.atUs);
    record(report, next, answer, startUs);
    queue.push(after(worker, next, answer, { random, hop }));
  }
  return report;
}

function after(
  worker: Worker,
  turn: Turn,
  answer: Answer,
  { random, hop }: { random: () => number; hop: () => number },
): Turn {
  const backUs = turn.atUs + hop();
  if (answer.admitted) {
    return { ...turn, atUs: backUs + 1 + hop(), turn: turn.turn + 1, waited: false };
  }
  if (worker.hammersEveryUs !== undefined) {
    return { ...turn, atUs: backUs + worker.hammersEveryUs + hop(), turn: turn.turn + 1 };
  }
  const lateUs = Math.floor(worker.lateUs?.(random) ?? 0);
  const atUs = backUs + answer.retryAfterSeconds * 1_000_000 + lateUs + hop();
  return { ...turn, atUs, turn: turn.turn + (worker.forgets ? 1 : 0), waited: true };
}

export function emptyReport(workers: number): Report {
  const zeros = () => Array<number>(workers).fill(0);
  return {
    admittedUs: [],
    served: zeros(),
    retries: zeros(),
    secondRefusals: zeros(),
    refusals: 0,
    longestWaitSeconds: 0,
  };
}

function record(report: Report, turn: Turn, answer: Answer, startUs: number): void {
  const add = (counts: number[]) => {
    counts[turn.worker] = (counts[turn.worker] ?? 0) + 1;
  };
  if (turn.waited) add(report.retries);
  if (answer.admitted) {
    add(report.served);
    report.admittedUs.push(turn.atUs - startUs);
    return;
  }
  if (turn.waited) add(report.secondRefusals);
  report.refusals += 1;
  report.longestWaitSeconds = Math.max(report.longestWaitSeconds, answer.retryAfterSeconds);
}

/** A binary heap by time; ties in order of the workers, so that runs are repeatable. */
class Queue {
  private readonly heap: Turn[] = [];

  push(turn: Turn): void {
    const { heap } = this;
    let at = heap.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(turn, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = turn;
  }

  pop(): Turn | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return first;
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (child === undefined || !isBefore(child, last)) break;
      heap[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(one: Turn, other: Turn): boolean {
  return one.atUs === other.atUs ? one.worker < other.worker : one.atUs < other.atUs;
}

/** Sum of a list of counts. */
export function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The share of obedient retries that were refused again, from 0 to 1. */
export function secondRefusalShare(report: Report): number {
  return total(report.secondRefusals) / Math.max(1, total(report.retries));
}

/** Requests a minute admitted between two times of the run. */
export function ratePerMinute(report: Report, fromSecond: number, toSecond: number): number {
  const inside = report.admittedUs.filter((us) => us >= fromSecond * 1e6 && us < toSecond * 1e6);
  return (inside.length * 60) / (toSecond - fromSecond);
}

/**
 * By how many requests the worst window exceeds burst + rate x its length; at most 1 is promised.
 * Linear: a window from i to j exceeds by (j - i + 1) - burst - rate (t_j - t_i).
 */
export function worstExcess(report: Report, perMinute: number, burst = perMinute / 6): number {
  const perUs = perMinute / 60_000_000;
  let lowest = Infinity;
  let worst = -Infinity;
  for (const [index, us] of report.admittedUs.entries()) {
    lowest = Math.min(lowest, index - perUs * us);
    worst = Math.max(worst, index + 1 - perUs * us - lowest - Math.max(1, burst));
  }
  return worst;
}
