import { table } from "../server/cli/table";
import type { Outcome } from "./operations-load";

/** An operation on the deployment while it serves; times are those of performance.now(). */
export type Incident = {
  name: string;
  beganAtMs: number;
  endedAtMs: number;
  /** Whether docs/operations.md says that a request may fail like this during the operation. */
  mayCause(outcome: Outcome): boolean;
};

/** The recovery time after an outage that docs/operations.md promises. */
const RECOVERY_MS = 5_000;
/** The longest documented response time, plus an allowance for a busy machine. */
const MAX_ANSWER_MS = 16_000 + 2_000;

/** A restart of PostgreSQL: 503 with Retry-After in time, and downloads in progress are cut off. */
export function isOfDatabaseOutage(outcome: Outcome): boolean {
  const { kind, status, retryAfterSeconds, beganAtMs, endedAtMs } = outcome;
  if (kind === "export" && status === 200) return true;
  return status === 503 && (retryAfterSeconds ?? 0) >= 1 && endedAtMs - beganAtMs <= MAX_ANSWER_MS;
}

type Row = {
  cause: string;
  kind: string;
  status: string;
  code: string;
  isExplained: boolean;
  count: number;
  slowestMs: number;
};

/**
 * Groups failures by the incident during which they occurred. A failure is unexplained if no
 * incident may cause it.
 */
export function explain(failures: readonly Outcome[], incidents: readonly Incident[]) {
  const rows = new Map<string, Row>();
  for (const failure of failures) {
    const during = incidents.filter(
      ({ beganAtMs, endedAtMs }) =>
        failure.endedAtMs >= beganAtMs && failure.beganAtMs <= endedAtMs + RECOVERY_MS,
    );
    const cause = during.find((incident) => incident.mayCause(failure));
    const row: Row = {
      cause: (cause ?? during[0])?.name ?? "nothing",
      kind: failure.kind,
      status: String(failure.status ?? "-"),
      code: failure.code,
      isExplained: cause !== undefined,
      count: 0,
      slowestMs: 0,
    };
    const id = JSON.stringify(row);
    const known = rows.get(id) ?? row;
    known.count++;
    known.slowestMs = Math.max(known.slowestMs, failure.endedAtMs - failure.beganAtMs);
    rows.set(id, known);
  }
  const list = [...rows.values()];
  const unexplained = list.filter(({ isExplained }) => !isExplained);
  return { rows: list, unexplained: unexplained.reduce((sum, { count }) => sum + count, 0) };
}

export function failureTable(rows: readonly Row[]): string {
  return table(rows, [
    { title: "during", cell: ({ cause }) => cause },
    { title: "request", cell: ({ kind }) => kind },
    { title: "status", cell: ({ status }) => status },
    { title: "code", cell: ({ code }) => code },
    { title: "explained", cell: ({ isExplained }) => (isExplained ? "yes" : "NO") },
    { title: "count", cell: ({ count }) => count },
    { title: "slowest", cell: ({ slowestMs }) => `${(slowestMs / 1_000).toFixed(1)} s` },
  ]);
}

/** The number of requests of each kind and how long they took. */
export function loadTable(outcomes: readonly Outcome[]): string {
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))];
  const rows = kinds.map((kind) => {
    const own = outcomes.filter((outcome) => outcome.kind === kind);
    const tookMs = own
      .map(({ beganAtMs, endedAtMs }) => endedAtMs - beganAtMs)
      .sort((a, b) => a - b);
    const at = (share: number) => tookMs[Math.floor((tookMs.length - 1) * share)] ?? Number.NaN;
    const failed = own.filter(({ isFailure }) => isFailure).length;
    return { kind, sent: own.length, failed, p50: at(0.5), p99: at(0.99), slowest: at(1) };
  });
  const ms = (value: number) => `${Math.round(value)} ms`;
  return table(rows, [
    { title: "request", cell: ({ kind }) => kind },
    { title: "sent", cell: ({ sent }) => sent },
    { title: "failed", cell: ({ failed }) => failed },
    { title: "p50", cell: ({ p50 }) => ms(p50) },
    { title: "p99", cell: ({ p99 }) => ms(p99) },
    { title: "slowest", cell: ({ slowest }) => ms(slowest) },
  ]);
}
