import fc from "fast-check";
import type { Worker } from "./simulator";
import {
  alike,
  backoff,
  byAddress,
  byId,
  byUrl,
  hammering,
  late,
  pausing,
  rotatingIds,
  type Shape,
  wandering,
  workers,
} from "./workers";

const SECOND_US = 1_000_000;

const anyShape: fc.Arbitrary<Shape> = fc.oneof(
  fc.constant({}),
  fc.constant(pausing(20, 300)),
  fc.constant(backoff),
  fc.integer({ min: 200_000, max: 2_000_000 }).map(hammering),
  fc.integer({ min: 0, max: 8_000_000 }).map((us) => late({ us })),
  fc.constant({ retryUs: ({ waitUs }: { waitUs: number }) => Math.max(0, waitUs - 40_000) }),
  fc.integer({ min: 0, max: 60 * SECOND_US }).map((diesUs) => ({ diesUs })),
);

/** Up to 15 workers that behave in one way, with requests of these costs. */
export const anyGroup = (costs: readonly number[]): fc.Arbitrary<Worker[]> =>
  fc
    .record({
      count: fc.integer({ min: 1, max: 15 }),
      identity: fc.constantFrom(
        byAddress,
        byId,
        byUrl,
        alike(),
        wandering(() => 0),
        rotatingIds(),
      ),
      startsUs: fc.integer({ min: 0, max: 30 * SECOND_US }),
      shape: anyShape,
      own: fc.array(fc.constantFrom(...costs), { minLength: 1 }),
      isChanging: fc.boolean(),
    })
    .map(({ count, identity, startsUs, shape, own, isChanging }) =>
      workers(count, identity, (n) => ({
        ...shape,
        startsUs,
        cost: (turn, attempt) => own[(n + (isChanging ? turn + attempt : 0)) % own.length] ?? 1,
      })),
    );
