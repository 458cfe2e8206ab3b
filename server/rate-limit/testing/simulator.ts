import type { Hold } from "../bucket";
import { holdName } from "../caller";
import { EventQueue } from "./event-queue";
import { type Random, seeded, WAYS, type Way } from "./random";

/** The sender of a request, as caller.ts identifies it. */
export type Identity = { client: string; caller: string; isNamed: boolean };

type Answer = {
  admitted: boolean;
  retryAfterSeconds: number;
  /** Whether the server holds the request. Only for workers that ask for it. */
  isHeld?: boolean;
  waitUs?: number;
};

/** The limiter under test. Times are virtual microseconds. */
export type Decider = (
  ask: Identity & { perMinute: number; cost?: number; hold?: Hold },
  nowUs: number,
) => Answer | Promise<Answer>;

/** A client program that has at most one request under way, unless it is a hammer. */
export type Worker = {
  /** Sender of its n-th request, at the given attempt. */
  identity: (turn: number, attempt: number) => Identity;
  /** The tokens that its n-th request takes, at the given attempt. */
  cost: (turn: number, attempt: number) => number;
  /** It obeys Retry-After, so that a second 429 in a row breaks its promise. */
  isObedient: boolean;
  /** Sends its first request at this time. */
  startsUs: number;
  diesUs: number;
  /** Pause between a served request and the next one; null when it is done. */
  nextUs: (served: { turn: number; atUs: number; random: Random }) => number | null;
  /** Pause between a refusal and the next attempt. */
  retryUs: (refused: { waitUs: number; attempt: number; random: Random }) => number;
  /** A hammer sends at this interval without waiting for responses. */
  hammersEveryUs: number | null;
  /** The longest that its requests are held (`Prefer: wait`); 0 if it does not ask for it. */
  holdUs: number;
};

export type Scenario = {
  decide: Decider;
  workers: readonly Worker[];
  perMinute: number | ((us: number) => number);
  seconds: number;
  way?: Way;
  seed?: number;
  /** How many requests the server holds at once. */
  places?: number;
  /**
   * The limiter's process sleeps between these times; requests that arrive meanwhile are decided at
   * the end.
   */
  asleep?: { fromUs: number; toUs: number };
};

/** A request that an obedient worker repeats after the wait it was given. */
export type Return = { atUs: number; worker: number; isRefused: boolean };

/** A served request, with the time since its first arrival. */
type Served = { atUs: number; worker: number; waitedUs: number; cost: number };

/** Times are from the start of the run. */
export type Report = {
  workers: number;
  served: Served[];
  returns: Return[];
  /** The waits given to obedient workers, in seconds. */
  waits: { atUs: number; worker: number; seconds: number }[];
  decisions: number;
};

/** Later than any real clock shows while the suite runs, so that no state is in the future. */
export const START_US = 1_800_000_000_000_000;

type Arrival = {
  atUs: number;
  worker: number;
  turn: number;
  attempt: number;
  firstUs: number;
  /** The hold of a request, and its start. */
  held: { name: string; sinceUs: number } | null;
};

/** How often the server asks about a held request, and its longest delay. */
const TICK_US = 500_000;
const BUSY_US = 20_000;
/** How much longer than its longest wait it is still held. */
const HOLD_LATE_US = 1_000_000;

/** Runs the scenario in virtual time; the same seed gives the same run. */
export async function simulate(scenario: Scenario): Promise<Report> {
  const { decide, workers, way = WAYS.usual } = scenario;
  const random = seeded(scenario.seed ?? 1);
  const hop = () => Math.floor(way(random));
  const queue = new EventQueue<Arrival>();
  const report: Report = {
    workers: workers.length,
    served: [],
    returns: [],
    waits: [],
    decisions: 0,
  };
  const heardUs = (us: number) => {
    const { asleep } = scenario;
    return asleep && us >= asleep.fromUs && us < asleep.toUs ? asleep.toUs : us;
  };
  const send = (worker: number, atUs: number, turn: number) => {
    const arrivalUs = heardUs(Math.floor(atUs) + hop());
    queue.push({ atUs: arrivalUs, worker, turn, attempt: 0, firstUs: arrivalUs, held: null });
  };
  for (const [index, { startsUs }] of workers.entries()) send(index, startsUs, 0);
  const endUs = scenario.seconds * 1_000_000;
  let places = scenario.places ?? Number.POSITIVE_INFINITY;
  for (let next = queue.pop(); next !== undefined && next.atUs < endUs; next = queue.pop()) {
    const worker = workers[next.worker];
    if (worker === undefined || next.atUs >= worker.diesUs) continue;
    const ask = questionOf(scenario, next, { isRoom: places > 0, n: report.decisions });
    const decision = decide(ask, START_US + next.atUs);
    const answer = decision instanceof Promise ? await decision : decision;
    report.decisions += 1;
    if (ask.hold && answer.isHeld) {
      if (next.held === null) places -= 1;
      const held = next.held ?? { name: ask.hold.name, sinceUs: next.atUs };
      const waitUs = Math.min(TICK_US, answer.waitUs ?? 0) + Math.floor(random() * BUSY_US);
      queue.push({ ...next, atUs: next.atUs + waitUs, held });
      if (worker.hammersEveryUs !== null && next.held === null) {
        send(next.worker, next.atUs + worker.hammersEveryUs, next.turn + 1);
      }
      continue;
    }
    if (next.held !== null) places += 1;
    record(report, { arrival: next, answer, worker });
    const backUs = next.atUs + hop();
    const { turn, attempt } = next;
    if (worker.hammersEveryUs !== null) {
      if (next.held === null) send(next.worker, next.atUs + worker.hammersEveryUs, turn + 1);
    } else if (answer.admitted) {
      const pauseUs = worker.nextUs({ turn, atUs: backUs, random });
      if (pauseUs !== null) send(next.worker, backUs + pauseUs, turn + 1);
    } else {
      const waitUs = answer.retryAfterSeconds * 1_000_000;
      const pauseUs = Math.floor(worker.retryUs({ waitUs, attempt, random }));
      const atUs = heardUs(backUs + pauseUs + hop());
      queue.push({ ...next, atUs, attempt: attempt + 1, held: null });
    }
  }
  return report;
}

type Room = { isRoom: boolean; n: number };

function questionOf(scenario: Scenario, arrival: Arrival, room: Room): Parameters<Decider>[0] {
  const { perMinute } = scenario;
  const worker = scenario.workers[arrival.worker];
  if (worker === undefined) throw new Error("No such worker");
  const identity = worker.identity(arrival.turn, arrival.attempt);
  const cost = worker.cost(arrival.turn, arrival.attempt);
  const hold = holdOf(worker, { arrival, caller: identity.caller, ...room });
  const ask = hold === null ? { ...identity, cost } : { ...identity, hold };
  return { ...ask, perMinute: typeof perMinute === "number" ? perMinute : perMinute(arrival.atUs) };
}

function holdOf(
  { holdUs }: Worker,
  { arrival: { atUs, held }, caller, isRoom, n }: Room & { arrival: Arrival; caller: string },
): Hold | null {
  if (holdUs === 0) return null;
  if (held !== null) {
    return { name: held.name, maxUs: Math.max(0, holdUs + HOLD_LATE_US - (atUs - held.sinceUs)) };
  }
  const unique = `h${String(n % 1_000).padStart(3, "0")}`;
  return isRoom ? { name: holdName(caller, unique), maxUs: holdUs } : null;
}

function record(report: Report, seen: { arrival: Arrival; answer: Answer; worker: Worker }): void {
  const { arrival, answer } = seen;
  const { isObedient } = seen.worker;
  const { atUs, worker, turn, attempt, firstUs } = arrival;
  if (isObedient && attempt > 0) {
    report.returns.push({ atUs, worker, isRefused: !answer.admitted });
  }
  const cost = seen.worker.cost(turn, attempt);
  if (answer.admitted) report.served.push({ atUs, worker, waitedUs: atUs - firstUs, cost });
  else if (isObedient) report.waits.push({ atUs, worker, seconds: answer.retryAfterSeconds });
}
