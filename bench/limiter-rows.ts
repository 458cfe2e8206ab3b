import {
  ratePerMinute,
  returnsOf,
  secondRefusalShare,
  servedByWorker,
  worstExcess,
} from "../server/rate-limit/testing/measures";
import type { Report } from "../server/rate-limit/testing/simulator";
import { PER_MINUTE } from "./limiter-contenders";

export type Row = Record<string, string | number>;

/** A row of the table: the results of one crowd of workers. */
export function rowOf(options: {
  algorithm: string;
  report: Report;
  /** The part of the run, in seconds, whose rate counts as settled. */
  settled: [from: number, to: number];
  redisUs: number;
}): Row {
  const { algorithm, report, settled, redisUs } = options;
  const served = servedByWorker(report);
  const [fromSecond, toSecond] = settled;
  return {
    algorithm,
    workers: report.workers,
    "refused twice": percent(secondRefusalShare(report)),
    "of retries": returnsOf(report).all,
    "settles at /min": Math.round(ratePerMinute(report, { fromSecond, toSecond })),
    "served, least - most": `${Math.min(...served)} - ${Math.max(...served)}`,
    "over 50 + 5/s by": Math.max(0, Math.ceil(worstExcess(report, PER_MINUTE))),
    "Redis us per decision": redisUs.toFixed(1),
  };
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0 && share < 0.01 ? 2 : 0)}%`;
}
