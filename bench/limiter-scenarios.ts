import {
  lastServedSecond,
  longestWaitSeconds,
  meanToldSeconds,
  meanWaitSeconds,
  ratePerMinute,
  secondRefusalShare,
  worstExcess,
} from "../server/rate-limit/testing/measures";
import { WAYS, type WayName } from "../server/rate-limit/testing/random";
import {
  type Decider,
  type Report,
  type Scenario,
  simulate,
  type Worker,
} from "../server/rate-limit/testing/simulator";
import {
  alike,
  backoff,
  byAddress,
  byId,
  byIdRoaming,
  byUrl,
  cron,
  hammering,
  holding,
  late,
  once,
  pausing,
  rotatingIds,
  stranger,
  workers,
} from "../server/rate-limit/testing/workers";

export type Run = { decider: () => Decider; way: WayName; seed: number };

/** A row of the scoreboard: the measures of one run. The scoreboard shows the worst of all runs. */
export type Row = {
  name: string;
  perMinute?: number;
  measure: (run: Run) => Promise<Record<string, number>>;
  /** The measures for which the smallest value is the worst. */
  least?: readonly string[];
  /**
   * Needs so many decisions that it runs with one seed only, and not at all when each decision is a
   * round trip.
   */
  isLong?: boolean;
};

const run = (
  { decider, way, seed }: Run,
  scenario: Pick<Scenario, "workers" | "seconds"> & { perMinute?: number },
): Promise<Report> =>
  simulate({ decide: decider(), way: WAYS[way], seed, perMinute: 300, ...scenario });

const percent = (share: number) => share * 100;

/** Long enough for each worker to wait several times. */
function secondsFor(count: number, perMinute: number): number {
  return Math.min(14_400, Math.max(60, Math.ceil((count * 60 * 4) / perMinute)));
}

type Crowd = { count: number; perMinute: number; identity: Parameters<typeof workers>[1] };

function promiseRow(
  name: string,
  crowds: readonly Crowd[],
  shape: (crowd: Crowd) => Parameters<typeof workers>[2],
): Row {
  return {
    name,
    least: ["rate %"],
    isLong: crowds.length > 10 || crowds.some(({ perMinute }) => perMinute < 60),
    measure: async (of) => {
      let second = 0;
      let rate = 100;
      for (const crowd of crowds) {
        const { count, perMinute, identity } = crowd;
        const seconds = secondsFor(count, perMinute);
        const group = workers(count, identity, shape(crowd));
        const report = await run(of, { workers: group, perMinute, seconds });
        second = Math.max(second, secondRefusalShare(report));
        const settled = { fromSecond: seconds / 3, toSecond: seconds };
        // A few workers with long round trips can't use up the limit.
        if (count >= 20) {
          rate = Math.min(rate, percent(ratePerMinute(report, settled) / perMinute));
        }
      }
      return { "second 429s %": percent(second), "rate %": rate };
    },
  };
}

const own: Crowd[] = [
  ...[1, 2, 5, 20, 50, 200, 500].map((count) => ({ count, perMinute: 300, identity: byAddress })),
  { count: 50, perMinute: 300, identity: byId },
  { count: 200, perMinute: 300, identity: byIdRoaming },
  { count: 50, perMinute: 6, identity: byAddress },
  { count: 200, perMinute: 6, identity: byId },
  { count: 200, perMinute: 60, identity: byAddress },
  { count: 200, perMinute: 6_000, identity: byAddress },
  { count: 500, perMinute: 6_000, identity: byId },
];
const byUrls: Crowd[] = [2, 20, 50, 200].map((count) => ({
  count,
  perMinute: 300,
  identity: byUrl,
}));
const twohundred = (perMinute: number): Crowd[] => [{ count: 200, perMinute, identity: byAddress }];
const pauses = ({ count, perMinute }: Crowd) => pausing(count, perMinute);

function alikeRow(name: string, options: { pauses: boolean; from: number; to: number }): Row {
  return {
    name,
    measure: async (of) => {
      const figures: Record<string, number> = {};
      for (const count of [5, 10, 20, 50]) {
        const shape = options.pauses ? pausing(count, 300) : {};
        const report = await run(of, { workers: workers(count, alike(), shape), seconds: 600 });
        const share = secondRefusalShare(report, {
          fromSecond: options.from,
          toSecond: options.to,
        });
        figures[`${count}: second 429s %`] = percent(share);
      }
      return figures;
    },
  };
}

function batchRow(name: string, identity: Crowd["identity"]): Row {
  return {
    name,
    measure: async (of) => {
      const report = await run(of, { workers: workers(100, identity, once), seconds: 300 });
      return {
        "all served after s": lastServedSecond(report),
        "second 429s %": percent(secondRefusalShare(report)),
      };
    },
  };
}

/** Measures the share of 20 workers, each with its own address, beside other clients. */
function besideRow(name: string, others: () => Worker[], shares: number): Row {
  return {
    name,
    least: ["share of fair %"],
    isLong: others().some(({ hammersEveryUs }) => hammersEveryUs !== null),
    measure: async (of) => {
      const twenty = workers(20, byAddress);
      const report = await run(of, { workers: [...twenty, ...others()], seconds: 300 });
      const served = ratePerMinute(report, { workers: 20, fromSecond: 60, toSecond: 300 });
      const fair = (300 * 20) / (20 + shares);
      const part = { workers: 20, fromSecond: 60 };
      return {
        "share of fair %": percent(served / fair),
        "mean wait s": meanWaitSeconds(report, part),
        "second 429s %": percent(secondRefusalShare(report, { workers: 20 })),
        "others' second 429s %": percent(secondRefusalShare(othersOf(report))),
      };
    },
  };
}

function othersOf(report: Report): Report {
  return { ...report, returns: report.returns.filter(({ worker }) => worker >= 20) };
}

export const ROWS: readonly Row[] = [
  promiseRow("own address or id", own, () => ({})),
  promiseRow("own address or id, pauses", own, pauses),
  promiseRow("own address or id, up to 5 s late", own, () => late({ us: 5_000_000 })),
  promiseRow("200 at 300/min, 20% late", twohundred(300), () => late({ share: 0.2 })),
  promiseRow("200 at 6/min, 20% late", twohundred(6), () => late({ share: 0.2 })),
  promiseRow("by URL", byUrls, () => ({})),
  promiseRow("by URL, pauses", byUrls, pauses),
  {
    name: "20 and 100 by URL, told wait over first come, first served",
    measure: async (of) => {
      const ratios: Record<string, number> = {};
      for (const count of [20, 100]) {
        const told = async (decide: Decider) => {
          const report = await run(
            { ...of, decider: () => decide },
            { workers: workers(count, byUrl), seconds: 300 },
          );
          return meanToldSeconds(report, { fromSecond: 60 });
        };
        ratios[`${count}: times`] = (await told(of.decider())) / (await told(firstCome(300)));
      }
      return ratios;
    },
  },
  alikeRow("alike, pauses", { pauses: true, from: 0, to: 600 }),
  alikeRow("alike, no pauses, after 10 s", { pauses: false, from: 10, to: 600 }),
  alikeRow("alike, no pauses, the first 10 s", { pauses: false, from: 0, to: 10 }),
  {
    name: "alike, Prefer: wait=30",
    least: ["rate %"],
    measure: async (of) => {
      const figures: Record<string, number> = { "rate %": 100 };
      for (const [count, perMinute] of [
        [5, 300],
        [20, 300],
        [8, 60],
        [20, 60],
      ] as const) {
        const group = workers(count, alike(), holding(30));
        const report = await run(of, { workers: group, perMinute, seconds: 600 });
        const { served, told } = report;
        const share = told.length / (told.length + served.length);
        figures[`${count} at ${perMinute}/min: 429s %`] = percent(share);
        const rate = ratePerMinute(report, { fromSecond: 60, toSecond: 600 });
        if (count >= 20)
          figures["rate %"] = Math.min(figures["rate %"] ?? 100, percent(rate / perMinute));
      }
      return figures;
    },
  },
  batchRow("100 at once, by URL", byUrl),
  batchRow("100 at once, alike", alike()),
  {
    name: "150 alike each minute",
    measure: async (of) => {
      const group = workers(150, alike(), cron(60_000_000));
      const report = await run(of, { workers: group, seconds: 1_200 });
      return {
        "longest wait s": longestWaitSeconds(report),
        "second 429s %": percent(secondRefusalShare(report)),
      };
    },
  },
  besideRow(
    "20 beside exponential backoff",
    () => workers(1, stranger({ isFresh: false }), backoff),
    1,
  ),
  besideRow(
    "20 beside a hammer, one URL",
    () => workers(1, stranger({ isFresh: false }), hammering(10_000)),
    1,
  ),
  besideRow(
    "20 beside a hammer, fresh URLs",
    () => workers(1, stranger({ isFresh: true }), hammering(10_000)),
    1,
  ),
  besideRow(
    "20 beside a hammer, rotating ids",
    () => workers(1, rotatingIds(), hammering(10_000)),
    1,
  ),
  besideRow("20 beside 10 alike", () => workers(10, alike(999)), 1),
  {
    name: "admitted beyond burst + rate t; saturated rate",
    least: ["rate %"],
    isLong: true,
    measure: async (of) => {
      const group = [
        ...workers(20, byAddress),
        ...workers(20, alike(999)),
        ...workers(3, stranger({ isFresh: true }), hammering(50_000)),
      ];
      const report = await run(of, { workers: group, seconds: 300 });
      return {
        beyond: worstExcess(report, 300),
        "rate %": percent(ratePerMinute(report, { fromSecond: 60, toSecond: 300 }) / 300),
      };
    },
  },
];

/** Assigns each refused request the next free slot and reserves it for that caller. */
function firstCome(perMinute: number): Decider {
  const intervalUs = 60_000_000 / perMinute;
  const places = new Set<string>();
  let lastUs = 0;
  return ({ caller }, nowUs) => {
    if (places.delete(caller)) return { admitted: true, retryAfterSeconds: 0 };
    lastUs = Math.max(lastUs, nowUs - 10_000_000) + intervalUs;
    if (lastUs <= nowUs) return { admitted: true, retryAfterSeconds: 0 };
    places.add(caller);
    return { admitted: false, retryAfterSeconds: Math.ceil((lastUs - nowUs) / 1_000_000) };
  };
}
