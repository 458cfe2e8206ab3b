import { setTimeout as pause } from "node:timers/promises";
import { createFairQueue } from "../auth/fair-queue";
import { fail } from "../core/kernel/errors";

/** Exports of a person in progress: several lists, also over a slow line. */
const PER_PERSON = 4;
/** Each takes one to two MiB while its client reads slowly. */
const TOTAL = 128;
/** A page that took longer has waited for the database. */
const MAX_REST_MS = 100;

const admit = createFairQueue({ perClient: PER_PERSON, total: TOTAL, atOnce: 1 });

type InTurn = <T>(job: () => Promise<T>) => Promise<T>;
type Place = {
  /** Reads a page of rows when it is the person's turn. */
  inTurn: InTurn;
  /** Must be called once the export has ended, however. */
  leave: () => void;
};

/**
 * Takes a place among the exports of this process. Throws `unavailable` without a free one. They
 * share the thread of the pages: one page of rows is read at a time, in turns between people, and
 * then none for as long as it took.
 */
export async function takePlace(userId: string): Promise<Place> {
  const place = await new Promise<Place | null>((resolve, reject) => {
    const stay = (inTurn: InTurn) =>
      new Promise<void>((leave) => resolve({ inTurn: restful(inTurn), leave }));
    admit(userId, stay).then(() => resolve(null), reject);
  });
  return place ?? fail("unavailable", { message: FULL });
}

const FULL = "Too many exports are in progress. Try again when one has finished.";

/** The turn also contains a rest, for which the caller does not wait. */
function restful(inTurn: InTurn): InTurn {
  return (job) =>
    new Promise((resolve, reject) => {
      void inTurn(async () => {
        const since = performance.now();
        await job().then(resolve, reject);
        await pause(Math.min(performance.now() - since, MAX_REST_MS));
      });
    });
}
