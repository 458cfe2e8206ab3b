import type { Log } from "../core/kernel/ports";
import type { IsBusy } from "./load";
import type { Outcome } from "./queue";

/**
 * Together, because a transaction costs as much as the rows of many attempts, and the embedded
 * database runs one at a time. A crash repeats what was delivered within this time.
 */
const RECORD_EVERY_MS = 50;
/** In a busy process. */
const RECORD_EVERY_BUSY_MS = 200;
const MAX_RECORDED_AT_ONCE = 500;
const RETRY_MS = 1_000;

type Options = {
  record(outcomes: readonly Outcome[]): Promise<unknown>;
  /** Called for outcomes that are recorded. */
  onRecorded(outcomes: readonly Outcome[]): void;
  /** So many are recorded at once, without waiting for more. */
  mostWaiting(): number;
  isBusy: IsBusy;
  log: Log;
};

/** Records outcomes in batches, and again for as long as the database fails. */
export class AttemptLog {
  readonly #options: Options;
  #outcomes: Outcome[] = [];
  #timer: NodeJS.Timeout | null = null;
  #recording: Promise<boolean> | null = null;
  /** Whether recording has failed since it last succeeded. */
  #isOut = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#outcomes.length === 0;
  }

  add(outcome: Outcome): void {
    this.#outcomes.push(outcome);
    if (!this.#isOut && this.#outcomes.length >= this.#options.mostWaiting()) void this.#flush();
    else this.#scheduleNext();
  }

  /** Records all; gives up at the first failure. */
  async close(): Promise<void> {
    while (!this.isEmpty && (await this.#flush()));
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #scheduleNext(): void {
    this.#schedule(this.#options.isBusy() ? RECORD_EVERY_BUSY_MS : RECORD_EVERY_MS);
  }

  #schedule(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.#flush();
    }, ms);
  }

  /** Resolves with whether the database accepted it. */
  #flush(): Promise<boolean> {
    this.#recording ??= this.#recordAll().finally(() => {
      this.#recording = null;
    });
    return this.#recording;
  }

  async #recordAll(): Promise<boolean> {
    const { record, onRecorded, mostWaiting, log } = this.#options;
    do {
      const batch = this.#outcomes.slice(0, MAX_RECORDED_AT_ONCE);
      try {
        await record(batch);
      } catch (err) {
        // Once for each outage.
        if (!this.#isOut)
          log.warn({ err }, "webhook attempts cannot be recorded; this is tried again");
        this.#isOut = true;
        this.#schedule(RETRY_MS);
        return false;
      }
      this.#isOut = false;
      this.#outcomes = this.#outcomes.slice(batch.length);
      onRecorded(batch);
    } while (this.#outcomes.length >= Math.min(MAX_RECORDED_AT_ONCE, mostWaiting()));
    if (!this.isEmpty) this.#scheduleNext();
    return true;
  }
}
