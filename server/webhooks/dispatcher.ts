import { randomUUID } from "node:crypto";
import type { Core } from "../core/actor";
import { elapsedMs } from "../core/elapsed";
import type { Figures } from "../core/health/schema";
import { AttemptLog } from "./attempt-log";
import { deliver } from "./deliver";
import { beginRequest, endRequest, freeSlots, type Lane, newLane, rateWaitMs } from "./lane";
import {
  CLAIM_MS,
  CLAIMS_PER_ROUND,
  createQueue,
  type DeliveryQueue,
  type DueDelivery,
  type Outcome,
  type Ready,
  type Which,
} from "./queue";
import type { Sender } from "./send";

/** Finds what no signal told of: retries, and the endpoints of a process that has died. */
const LOOK_EVERY_MS = 1_000;
/** Signals within this time cause one look: a query costs as much as the sending. */
const GATHER_MS = 10;
const RENEW_EVERY_MS = 5_000;
const UPKEEP_EVERY_MS = 60_000;
/** An owned endpoint without deliveries is released after this time. */
const IDLE_MS = 10_000;
/** This process stops sending so long before its claim ends by the database's clock. */
const MARGIN_MS = 3_000;
/** On close: for requests in flight. The next owner repeats those that are left. */
const CLOSE_MS = 3_000;
const POLL_MS = 5;

type Options = {
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
};

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/**
 * Delivers webhooks in the background, sharing the endpoints with the dispatchers of other
 * processes. Does nothing until it is started.
 */
export class Dispatcher {
  readonly #core: Core;
  readonly #sender: Sender;
  readonly #onGone: Options["onGone"];
  readonly #upkeep: Options["upkeep"];
  readonly #onPrompt: NonNullable<Options["onPrompt"]>;
  readonly #random: () => number;
  readonly #queue: DeliveryQueue;
  readonly #attempts: AttemptLog;
  readonly #lanes = new Map<string, Lane>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #stats = { delivered: 0, retried: 0, failed: 0, inFlight: 0 };
  /** The partners with new events since the last look; null: none. */
  #signal: Set<string> | "all" | null = null;
  #isLooking = false;
  /** When the last signal was taken. */
  #takenAtMs = Number.NEGATIVE_INFINITY;
  #nextLook: NodeJS.Timeout | null = null;
  #isClosed = false;
  /** Whether the queue has failed since it last worked. */
  #isOut = false;
  #unsubscribe = () => {};

  constructor({ core, sender, onGone, upkeep, onPrompt, random = Math.random }: Options) {
    this.#core = core;
    this.#onPrompt = onPrompt ?? (() => {});
    this.#sender = sender;
    this.#onGone = onGone;
    this.#upkeep = upkeep;
    this.#random = random;
    this.#queue = createQueue(core, randomUUID());
    this.#attempts = new AttemptLog({
      record: this.#queue.record,
      onRecorded: (outcomes) => {
        for (const { endpointId, eventId } of outcomes) {
          this.#lanes.get(endpointId)?.held.delete(eventId);
        }
      },
      log: core.log,
    });
  }

  /** Attempts since the start by what followed, and requests in flight. */
  stats(): Figures["webhooks"] {
    return { ...this.#stats };
  }

  start(): void {
    this.#unsubscribe = this.#core.events.subscribe(({ partnerIds, hasDeliveries }) => {
      if (hasDeliveries) this.#tell(partnerIds ?? "all");
    });
    this.#timers.push(setInterval(() => this.#tell("all"), LOOK_EVERY_MS));
    this.#timers.push(setInterval(() => void this.#renew(), RENEW_EVERY_MS));
    const upkeep = () => void this.#upkeep().catch(this.#warn);
    this.#timers.push(setInterval(upkeep, UPKEEP_EVERY_MS));
    for (const timer of this.#timers) timer.unref();
    this.#tell("all");
  }

  /** Resolves once no delivery is due that this process may send, and all attempts are recorded. */
  async drained(): Promise<void> {
    const isBusy = () =>
      this.#isLooking ||
      this.#signal !== null ||
      this.#stats.inFlight > 0 ||
      !this.#attempts.isEmpty ||
      [...this.#lanes.values()].some(({ hasMore }) => hasMore);
    while (isBusy()) await pause(POLL_MS);
  }

  /** Sends all that is due, then does the upkeep; returns the attempts meanwhile by result. */
  async deliverDue(): Promise<{ delivered: number; failed: number }> {
    const before = this.stats();
    if (this.#timers.length === 0) this.start();
    else this.#tell("all");
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
    const endMs = elapsedMs() + CLOSE_MS;
    while ((this.#stats.inFlight > 0 || this.#isLooking) && elapsedMs() < endMs) {
      await pause(POLL_MS);
    }
    await this.#sender.close();
    await this.#attempts.close();
    // Without any, the database is not asked: it may be why the process stops.
    const owned = [...this.#lanes.keys()];
    if (owned.length > 0) await this.#queue.release(owned).catch(this.#warn);
  }

  #tell(which: Which): void {
    if (which === "all" || this.#signal === "all") this.#signal = "all";
    else this.#signal = new Set([...(this.#signal ?? []), ...which]);
    this.#lookSoon();
  }

  #lookSoon(): void {
    const waitMs = this.#takenAtMs + GATHER_MS - elapsedMs();
    if (waitMs <= 0) void this.#look();
    else this.#nextLook ??= setTimeout(() => void this.#look(), waitMs).unref();
  }

  /** Begins what is due, until there is nothing left that may begin now. */
  async #look(): Promise<void> {
    this.#nextLook = null;
    if (this.#isLooking || this.#isClosed) return;
    this.#isLooking = true;
    try {
      do {
        const signal = this.#takeSignal();
        const isClaimable = await this.#beginDue(signal);
        if (signal !== null && isClaimable) await this.#claim(signal);
      } while (!this.#isClosed && this.#ready().length > 0);
      this.#isOut = false;
    } catch (err) {
      // The next look at all endpoints includes it.
      this.#signal = null;
      this.#warn(err);
    }
    this.#isLooking = false;
    if (this.#signal !== null) this.#lookSoon();
  }

  /** Takes what was gathered, and notes which owned endpoints may have deliveries. */
  #takeSignal(): Which | null {
    const signal = this.#signal;
    const nowMs = elapsedMs();
    if (signal === null || nowMs < this.#takenAtMs + GATHER_MS) return null;
    this.#takenAtMs = nowMs;
    this.#signal = null;
    for (const lane of this.#lanes.values()) {
      lane.hasMore ||= signal === "all" || lane.partnerId === null || signal.has(lane.partnerId);
    }
    return signal === "all" ? signal : [...signal];
  }

  /** Claims endpoints that the signal is about. */
  async #claim(signal: Which): Promise<void> {
    const askedMs = elapsedMs();
    const claimed = await this.#queue.claim(signal);
    for (const { endpointId, partnerId, perSecond } of claimed) {
      const lane = this.#lanes.get(endpointId) ?? newLane({ endpointId, partnerId });
      lane.perSecond = perSecond;
      lane.hasMore = true;
      lane.usedAtMs = askedMs;
      lane.ownedUntilMs = askedMs + CLAIM_MS - MARGIN_MS;
      this.#lanes.set(endpointId, lane);
    }
    if (claimed.length === CLAIMS_PER_ROUND) this.#tell(signal);
  }

  /** The owned endpoints that may have deliveries and whose limits allow requests now. */
  #ready(): Ready[] {
    const nowMs = elapsedMs();
    return [...this.#lanes.values()]
      .filter(({ hasMore }) => hasMore)
      .map((lane) => ({ lane, slots: freeSlots(lane, nowMs) }))
      .filter(({ slots }) => slots > 0);
  }

  /** Begins deliveries of owned endpoints. Returns whether more could be claimed of `signal`. */
  async #beginDue(signal: Which | null): Promise<boolean> {
    const ready = this.#ready();
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
      if (begun.get(lane.endpointId) !== slots) continue;
      lane.hasMore = true;
      const waitMs = rateWaitMs(lane, elapsedMs());
      // Timers may be up to a millisecond early.
      if (waitMs > 0) setTimeout(() => void this.#look(), Math.ceil(waitMs) + 1).unref();
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
    endRequest(lane, isDelivered, elapsedMs());
    this.#stats.inFlight -= 1;
    // Interrupted by our own shutdown, which says nothing about the endpoint.
    if (this.#isClosed && outcome.status === null) return;
    this.#stats[outcome.result === "pending" ? "retried" : outcome.result] += 1;
    if (isDelivered && outcome.number === 1) {
      const ms = this.#core.clock.now().getTime() - dueAt.getTime();
      this.#onPrompt(Math.max(0, ms) / 1_000);
    }
    this.#attempts.add(outcome);
    if (outcome.isGone) this.#onGone(outcome.endpointId).catch(this.#warn);
    if (lane.hasMore) void this.#look();
  }

  /** Extends the claims of endpoints in use, and releases the others. */
  async #renew(): Promise<void> {
    const nowMs = elapsedMs();
    const idle: string[] = [];
    const used: string[] = [];
    for (const { endpointId, held, usedAtMs } of this.#lanes.values()) {
      const isUsed = held.size > 0 || usedAtMs > nowMs - IDLE_MS;
      (isUsed ? used : idle).push(endpointId);
    }
    for (const id of idle) this.#lanes.delete(id);
    try {
      if (idle.length > 0) await this.#queue.release(idle);
      for (const id of used.length > 0 ? await this.#queue.renew(used) : []) {
        const lane = this.#lanes.get(id);
        if (lane) lane.ownedUntilMs = nowMs + CLAIM_MS - MARGIN_MS;
      }
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
