import type { IsBusy } from "./load";
import type { Which } from "./queue";

/** In a busy process, API requests come before webhooks: a look finds the events of this time. */
const BUSY_GATHER_MS = 100;

/** The signals of new events that no look has taken yet. Times are those of elapsedMs(). */
export class Signals {
  readonly #isBusy: IsBusy;
  /** The partners that they are about; null: there are none. */
  #which: Set<string> | "all" | null = null;
  #takenAtMs = Number.NEGATIVE_INFINITY;

  constructor(isBusy: IsBusy) {
    this.#isBusy = isBusy;
  }

  get isEmpty(): boolean {
    return this.#which === null;
  }

  add(which: Which): void {
    if (which === "all" || this.#which === "all") this.#which = "all";
    else this.#which = new Set([...(this.#which ?? []), ...which]);
  }

  /** Milliseconds until they may be taken; Infinity if there are none. */
  waitMs(nowMs: number): number {
    if (this.isEmpty) return Number.POSITIVE_INFINITY;
    return this.#isBusy() ? Math.max(this.#takenAtMs + BUSY_GATHER_MS - nowMs, 0) : 0;
  }

  /** Takes them; null if there are none, or if it is too early. */
  take(nowMs: number): Which | null {
    const which = this.#which;
    if (which === null || this.waitMs(nowMs) > 0) return null;
    this.#takenAtMs = nowMs;
    this.#which = null;
    return which === "all" ? which : [...which];
  }

  /** Forgets them. */
  drop(): void {
    this.#which = null;
  }
}
