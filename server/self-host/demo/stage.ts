import type { Actor, Core, Ctx } from "../../core/kernel/actor";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** How far back the demo's history goes. */
export const HISTORY_DAYS = 365;

/** The services that the demo uses, and the time at which its history ends. */
export type Stage = { core: Core; now: Date };

/**
 * A part of the history. It may run again after an interruption, and keeps what exists. Steps run in
 * the order of their times, and so do the events that they write.
 */
export type Step = { daysAgo: number; run: () => Promise<unknown> };

const SEED: Actor = { kind: "system", name: "demo seed" };

/** The time `days` ago. The demo has no future times. */
export function daysAgo(stage: Stage, days: number): Date {
  return new Date(stage.now.getTime() - days * DAY_MS);
}

/** A context for calls into core as of that time, by the seed or by a user who just signed in. */
export function at(
  stage: Stage,
  moment: Date,
  actor: Actor = SEED,
  address: string | null = null,
): Ctx {
  const caller = actor.kind === "user" ? { ...actor, provedAt: moment } : actor;
  return { ...stage.core, clock: { now: () => moment }, actor: caller, address };
}

/**
 * Pseudorandom numbers from 0 to 1, the same on every start, so that an interrupted demo continues
 * consistently.
 */
export function dice(seed: number): () => number {
  let state = seed;
  // Mulberry32.
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Picks an item by a number from 0 to 1. */
export function pick<T>(list: readonly [T, ...T[]], roll: number): T {
  return list[Math.floor(roll * list.length)] ?? list[0];
}
