import type { Health } from "../kernel/health";

/** A process as it describes itself every ten seconds. */
export type ProcessSummary = {
  /** From 1; 0: it only sends webhooks. */
  worker: number;
  version: string;
  startedAt: Date;
  status: Health["status"];
  /** API requests in the last minute, by the last ten seconds. */
  perMinute: number;
  /** The 99th percentile of the event loop's delay. */
  loopDelayMs: number;
  loopBusy: number;
  memoryBytes: number;
};

/** A process that wrote its summary in the last half minute. */
export type RunningProcess = ProcessSummary & {
  id: string;
  host: string;
  pid: number;
  seenAt: Date;
};

/** Errors and refusals of a partner's requests in the last 15 minutes. */
export type PartnerTrouble = {
  partner: { code: string; name: string };
  requests: number;
  /** 4xx and 5xx, except 429. */
  failed: number;
  rateLimited: number;
  brokenEndpoints: number;
};

/** The last 15 minutes: requests, errors and response times of all partners, over all processes. */
export type PlatformHealth = {
  requests: number;
  failed: number;
  rateLimited: number;
  /** From the newest of the listed requests: how many these are, and of them the 5xx. */
  listed: number;
  serverErrors: number;
  /** Null without requests. */
  p95Ms: number | null;
  brokenEndpoints: number;
  /** Those with most trouble first; at most ten. */
  partners: PartnerTrouble[];
  processes: RunningProcess[];
};
