import { withinAwake } from "../core/kernel/awake";
import type { Health } from "../core/kernel/health";

/** Resolves to the problem and its fix in a sentence or two for operators; null if none. */
type Check = () => Promise<string | null>;

/** Whether the process can serve, and the problems found. */
export type Readiness = Pick<Health, "status" | "problems">;

const CACHE_MS = 1_000;
const BUDGET_MS = 2_000;

/**
 * Checks whether the process can serve. A problem of a `needed` check makes it unready: it should
 * get no requests. A problem of a `wished` check only degrades it, since requests still succeed and
 * every other process has the same problem. Results are cached for a second; a check takes two
 * seconds at most.
 */
export function createReadiness(options: {
  needed: Record<string, Check>;
  wished: Record<string, Check>;
  nowMs: () => number;
}): (() => Promise<Readiness>) & { checks: readonly string[] } {
  let last: { atMs: number; found: Promise<Readiness> } | null = null;

  async function look(): Promise<Readiness> {
    const [needed, wished] = await Promise.all([
      problemsOf(options.needed),
      problemsOf(options.wished),
    ]);
    const isUnready = Object.keys(needed).length > 0;
    const isDegraded = Object.keys(wished).length > 0;
    const status = isUnready ? "unready" : isDegraded ? "degraded" : "ready";
    return { status, problems: { ...wished, ...needed } };
  }

  const read = () => {
    const nowMs = options.nowMs();
    if (last === null || nowMs - last.atMs >= CACHE_MS) last = { atMs: nowMs, found: look() };
    return last.found;
  };
  const checks = [...Object.keys(options.needed), ...Object.keys(options.wished)];
  return Object.assign(read, { checks });
}

async function problemsOf(checks: Record<string, Check>): Promise<Record<string, string>> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await inTime(check)] as const),
  );
  return Object.fromEntries(found.flatMap(([name, problem]) => (problem ? [[name, problem]] : [])));
}

function inTime(check: Check): Promise<string | null> {
  // Not the message: Prisma and pg put connection strings and queries in it.
  const found = check().catch((error: unknown) =>
    error instanceof Error ? `${error.name}: unreachable` : "unreachable",
  );
  const late = `no response within ${BUDGET_MS} ms`;
  return withinAwake(found, BUDGET_MS, () => new Error(late)).catch(() => late);
}
