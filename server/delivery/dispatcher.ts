import { randomUUID } from "node:crypto";
import type { Core } from "../core/kernel/actor";
import { elapsedMs } from "../core/kernel/elapsed";
import type { Figures } from "../core/kernel/health";
import { AttemptLog } from "./attempt-log";
import { deliver } from "./deliver";
import { KeptBytes } from "./kept-bytes";
import { beginRequest, endRequest, type Lane } from "./lane";
import { Lanes, type Places } from "./lanes";
import { type IsBusy, openLoad } from "./load";
import {
  CLAIMS_PER_ROUND,
  createQueue,
  type DeliveryQueue,
  type DueDelivery,
  type Outcome,
  type Which,
} from "./queue";
import type { Sender } from "./send";
import { Signals } from "./signals";

/** Finds what no signal announced: retries, and the endpoints of a process that has died. */
const LOOK_EVERY_MS = 1_000;
/** From one look to the next at least: a query costs as much as the sending. */
const LOOK_GAP_MS = 10;
const RENEW_EVERY_MS = 5_000;
const UPKEEP_EVERY_MS = 60_000;
/** On close: for requests in flight. The next owner repeats those that are left. */
const CLOSE_MS = 3_000;
const POLL_MS = 5;
/**
 * For a process that only delivers. A crash repeats at most so many deliveries, and a backlog takes
 * no more memory than they do.
 */
const PLACES: Places = { all: 600, slow: 300, perLook: 200 };
/** A busy process begins only this part, so that what it serves comes first. */
const BUSY_SHARE = 0.25;

export type DispatcherOptions = {
  core: Core;
  sender: Sender;
  /** Called when an endpoint has returned 410. */
  onGone(endpointId: string): Promise<void>;
  /** Called every minute. */
  upkeep(): Promise<void>;
  /** Called when a first attempt succeeds, with the seconds since the event. */
  onPrompt?(seconds: number): void;
  /** From 0 up to 1, for the jitter of retries. */
  random?: () => number;
  isBusy?: IsBusy;
  /** For a process that also serves: fewer, and still fewer while it is busy. */
  servingPlaces?: Places;
};

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/**
 * Delivers webhooks in the background, sharing the endpoints with the dispatchers of other
 * processes. Does nothing until it is started.
 */
export class Dispatcher {
  readonly #core: Core;
  readonly #sender: Sender;
  readonly #onGone: DispatcherOptions["onGone"];
  readonly #upkeep: DispatcherOptions["upkeep"];
  readonly #onPrompt: NonNullable<DispatcherOptions["onPrompt"]>;
  readonly #random: () => number;
  readonly #queue: DeliveryQueue;
  readonly #attempts: AttemptLog;
  readonly #kept = new KeptBytes();
  readonly #lanes: Lanes;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #stats = { delivered: 0, retried: 0, failed: 0, inFlight: 0 };
  readonly #signals: Signals;
  #isLooking = false;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #nextLook: NodeJS.Timeout | null = null;
  #soon: NodeJS.Timeout | null = null;
  #isClosed = false;
  /** Whether the queue has failed since it last worked. */
  #isOut = false;
  #unsubscribe = () => {};

  constructor({ core, sender, onGone, upkeep, ...options }: DispatcherOptions) {
    this.#core = core;
    this.#onPrompt = options.onPrompt ?? (() => {});
    this.#sender = sender;
    this.#onGone = onGone;
    this.#upkeep = upkeep;
    this.#random = options.random ?? Math.random;
    const { isBusy = openLoad(), servingPlaces } = options;
    const places = placesOf(servingPlaces, isBusy);
    this.#lanes = new Lanes(places);
    this.#signals = new Signals(isBusy);
    this.#queue = createQueue(core, randomUUID());
    this.#attempts = new AttemptLog({
      record: this.#queue.record,
      onRecorded: (outcomes) => {
        for (const { endpointId, eventId } of outcomes) {
          this.#lanes.get(endpointId)?.held.delete(eventId);
        }
        // There are places again.
        this.#planLook();
      },
      // Before the places run out.
      mostWaiting: () => places().all / 4,
      isBusy,
      log: core.log,
    });
  }

  /** Attempts since the start by what followed, requests in flight, and what is unrecorded. */
  stats(): Figures["webhooks"] {
    return { ...this.#stats, unrecorded: this.#lanes.unrecorded() };
  }

  start(): void {
    this.#unsubscribe = this.#core.events.subscribe(({ partnerIds, hasDeliveries }) => {
      if (hasDeliveries) this.#notify(partnerIds ?? "all");
    });
    this.#timers.push(setInterval(() => this.#notify("all"), LOOK_EVERY_MS));
    this.#timers.push(setInterval(() => void this.#renew(), RENEW_EVERY_MS));
    const upkeep = () => void this.#upkeep().catch(this.#warn);
    this.#timers.push(setInterval(upkeep, UPKEEP_EVERY_MS));
    for (const timer of this.#timers) timer.unref();
    this.#notify("all");
  }

  /** Resolves once no delivery is due that this process may send, and all attempts are recorded. */
  async drained(): Promise<void> {
    const isBusy = () =>
      this.#isLooking ||
      !this.#signals.isEmpty ||
      this.#stats.inFlight > 0 ||
      !this.#attempts.isEmpty ||
      this.#lanes.hasMore();
    while (isBusy()) await pause(POLL_MS);
  }

  /** Sends all that is due, then does the upkeep; returns the attempts meanwhile by result. */
  async deliverDue(): Promise<{ delivered: number; failed: number }> {
    const before = this.stats();
    if (this.#timers.length === 0) this.start();
    else this.#notify("all");
    await this.drained();
    await this.#upkeep();
    const after = this.stats();
    const failures = ({ retried, failed }: typeof after) => retried + failed;
    return {
      delivered: after.delivered - before.delivered,
      failed: failures(after) - failures(before),
    };
  }

  /** Begins no more requests, waits a while for those in flight, and releases the endpoints. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    for (const timer of this.#timers) clearInterval(timer);
    for (const timer of [this.#nextLook, this.#soon]) if (timer) clearTimeout(timer);
    const endMs = elapsedMs() + CLOSE_MS;
    while ((this.#stats.inFlight > 0 || this.#isLooking) && elapsedMs() < endMs) {
      await pause(POLL_MS);
    }
    await this.#sender.close();
    await this.#attempts.close();
    // Without any, the database is not asked: it may be why the process stops.
    const owned = this.#lanes.ids();
    if (owned.length > 0) await this.#queue.release(owned).catch(this.#warn);
  }

  #notify(which: Which): void {
    this.#signals.add(which);
    this.#planLook();
  }

  /** Looks when there are signals to take, or an endpoint that may get more, but not too often. */
  #planLook(): void {
    if (this.#isLooking || this.#isClosed) return;
    const nowMs = elapsedMs();
    const wantedMs = Math.min(this.#signals.waitMs(nowMs), this.#lanes.waitMs(nowMs));
    if (this.#nextLook) clearTimeout(this.#nextLook);
    this.#nextLook = null;
    if (wantedMs === Number.POSITIVE_INFINITY) return;
    const waitMs = Math.max(wantedMs, this.#lookedAtMs + LOOK_GAP_MS - nowMs);
    if (waitMs <= 0) void this.#look();
    // Timers may be up to a millisecond early.
    else this.#nextLook = setTimeout(() => void this.#look(), Math.ceil(waitMs) + 1).unref();
  }

  /** Begins what is due. */
  async #look(): Promise<void> {
    this.#isLooking = true;
    this.#lookedAtMs = elapsedMs();
    try {
      const signal = this.#signals.take(elapsedMs());
      if (signal !== null) this.#lanes.expect(signal);
      const isClaimable = await this.#beginDue(signal);
      if (signal !== null && isClaimable) {
        await this.#claim(signal);
        await this.#beginDue(null);
      }
      this.#isOut = false;
    } catch (err) {
      // The next look at all endpoints includes it.
      this.#signals.drop();
      this.#warn(err);
    }
    this.#isLooking = false;
    this.#planLook();
  }

  /** Claims endpoints that the signal is about. */
  async #claim(signal: Which): Promise<void> {
    const askedMs = elapsedMs();
    const claimed = await this.#queue.claim(signal);
    this.#lanes.add(claimed, askedMs);
    if (claimed.length === CLAIMS_PER_ROUND) this.#notify(signal);
  }

  /** Begins deliveries of owned endpoints. Returns whether more could be claimed of `signal`. */
  async #beginDue(signal: Which | null): Promise<boolean> {
    const ready = this.#lanes.ready(elapsedMs());
    if (ready.length === 0 && signal === null) return false;
    for (const { lane } of ready) lane.hasMore = false;
    const { due, isClaimable } = await this.#queue.look(ready, signal);
    if (this.#isClosed) return false;
    const begun = new Map<string, number>();
    for (const row of due) {
      begun.set(row.endpointId, (begun.get(row.endpointId) ?? 0) + 1);
      const lane = this.#lanes.get(row.endpointId);
      if (lane) this.#begin(lane, row);
    }
    for (const { lane, slots } of ready) {
      lane.hasMore ||= begun.get(lane.endpointId) === slots;
    }
    return isClaimable;
  }

  #begin(lane: Lane, row: DueDelivery): void {
    lane.perSecond = row.perSecond;
    beginRequest(lane, row.eventId, elapsedMs());
    this.#stats.inFlight += 1;
    const services = { core: this.#core, sender: this.#sender, random: this.#random };
    void deliver(services, row).then((outcome) => this.#end(lane, row, outcome));
  }

  #end(lane: Lane, { dueAt }: DueDelivery, outcome: Outcome): void {
    const isDelivered = outcome.result === "delivered";
    endRequest(lane, { eventId: outcome.eventId, isDelivered }, elapsedMs());
    this.#stats.inFlight -= 1;
    // Interrupted by our own shutdown, which says nothing about the endpoint.
    if (this.#isClosed && outcome.status === null) return;
    this.#stats[outcome.result === "pending" ? "retried" : outcome.result] += 1;
    if (isDelivered && outcome.number === 1) {
      const ms = this.#core.clock.now().getTime() - dueAt.getTime();
      this.#onPrompt(Math.max(0, ms) / 1_000);
    }
    this.#attempts.add(this.#kept.keep(outcome, elapsedMs()));
    if (outcome.isGone) this.#onGone(outcome.endpointId).catch(this.#warn);
    if (lane.hasMore) this.#planSoon();
  }

  /** Plans once for all requests that end until a look is allowed again: planning looks at all lanes. */
  #planSoon(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = null;
      this.#planLook();
    }, LOOK_GAP_MS).unref();
  }

  /** Extends the claims of endpoints in use, and releases the others. */
  async #renew(): Promise<void> {
    const nowMs = elapsedMs();
    const idle = this.#lanes.removeIdle(nowMs);
    const used = this.#lanes.ids();
    try {
      if (idle.length > 0) await this.#queue.release(idle);
      if (used.length > 0) this.#lanes.extend(await this.#queue.renew(used), nowMs);
    } catch (err) {
      this.#warn(err);
    }
  }

  /** Logs the first failure of an outage. */
  readonly #warn = (err: unknown): void => {
    if (!this.#isOut) this.#core.log.warn({ err }, "webhooks are delayed: the queue failed");
    this.#isOut = true;
  };
}

function placesOf(serving: Places | undefined, isBusy: IsBusy): () => Places {
  if (!serving) return () => PLACES;
  const share = (count: number) => Math.ceil(count * BUSY_SHARE);
  const { all, slow, perLook } = serving;
  const busy = { all: share(all), slow: share(slow), perLook: share(perLook) };
  return () => (isBusy() ? busy : serving);
}
