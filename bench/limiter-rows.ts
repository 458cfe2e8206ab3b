import {
  type Report,
  ratePerMinute,
  secondRefusalShare,
  total,
  worstExcess,
} from "../server/rate-limit/testing/simulate";
import { PER_MINUTE } from "./limiter-contenders";

export type Row = Record<string, string | number>;

/** What a crowd of workers met, as a line of the table. */
export function rowOf(options: {
  algorithm: string;
  report: Report;
  /** The part of the run, in seconds, whose rate counts as settled. */
  settled: [from: number, to: number];
  redisUs: number;
}): Row {
  const { algorithm, report, settled, redisUs } = options;
  return {
    algorithm,
    workers: report.served.length,
    "refused twice": percent(secondRefusalShare(report)),
    "of retries": total(report.retries),
    "settles at /min": Math.round(ratePerMinute(report, ...settled)),
    "served, least - most": `${Math.min(...report.served)} - ${Math.max(...report.served)}`,
    "over 50 + 5/s by": Math.max(0, Math.ceil(worstExcess(report, PER_MINUTE))),
    "Redis us a decision": redisUs.toFixed(1),
  };
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0 && share < 0.01 ? 2 : 0)} %`;
}
