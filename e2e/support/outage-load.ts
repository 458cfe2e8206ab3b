import { expect } from "vitest";

const BASE = "/api/v1/reseller";
/** The maximum response time; a request that can't be served in time gets a 503. */
export const MAX_ANSWER_MS = 20_000;
const PAUSE_MS = 15;

/** The results of callers that continue through the outage. */
type Seen = {
  /** Writes that returned 201, by their email. */
  acknowledged: Set<string>;
  attempted: Set<string>;
  /** 200s for the key with a small limit. */
  admitted: number;
  /** 503s, all of them checked. */
  unavailable: number;
  served: number;
  /** Responses other than 503: each is counted once for its key. */
  answered: number;
  /** Requests whose connection broke; only a killed process may cause that. */
  broken: number;
  wrong: string[];
};

export type Load = { seen: Seen; stop(): Promise<void> };

type Keys = { served: string; revoked: string; limited: string };

type Pace = {
  /** Between the calls of one caller. */
  pauseMs: number;
  maxAnswerMs: number;
};

/** Sends reads and writes from several callers at once, to each of the origins in turn. */
export function startLoad(
  origins: readonly string[],
  keys: Keys,
  { pauseMs, maxAnswerMs }: Pace = { pauseMs: PAUSE_MS, maxAnswerMs: MAX_ANSWER_MS },
): Load {
  const seen: Seen = {
    acknowledged: new Set<string>(),
    attempted: new Set<string>(),
    admitted: 0,
    unavailable: 0,
    served: 0,
    answered: 0,
    broken: 0,
    wrong: [],
  };
  let isOver = false;
  let turn = 0;
  let written = 0;
  const nextOrigin = () => origins[turn++ % origins.length] ?? "";
  const ask = (key: string) => call(seen, nextOrigin(), { key, maxAnswerMs });

  const loop = async (work: () => Promise<void>) => {
    while (!isOver) {
      await work();
      await new Promise((resume) => setTimeout(resume, pauseMs));
    }
  };
  const read = async () => {
    const status = await ask(keys.served);
    if (status === 200) seen.served++;
    else if (status === 401 || status === 429) seen.wrong.push(`a good key got ${status}`);
  };
  const dead = async () => {
    const status = await ask(keys.revoked);
    if (status === 200) seen.wrong.push("a revoked key was served");
  };
  const limited = async () => {
    if ((await ask(keys.limited)) === 200) seen.admitted++;
  };
  // Retried with the same Idempotency-Key until it is acknowledged, as a good client does.
  const write = async () => {
    const email = `customer-${written++}@example.com`;
    seen.attempted.add(email);
    while (!isOver) {
      const status = await call(seen, nextOrigin(), { key: keys.served, email, maxAnswerMs });
      if (status === 201) {
        seen.acknowledged.add(email);
        return;
      }
      if (status === 422 || status === 401) seen.wrong.push(`a write got ${status}`);
      await new Promise((resume) => setTimeout(resume, 10 * PAUSE_MS));
    }
  };
  const callers = [read, read, read, dead, limited, limited, write, write, write].map(loop);
  return {
    seen,
    stop: async () => {
      isOver = true;
      await Promise.all(callers);
    },
  };
}

/** The status, or null if the connection broke. Checks every part of a 503. */
async function call(
  seen: Seen,
  origin: string,
  request: { key: string; email?: string; maxAnswerMs?: number },
): Promise<number | null> {
  const { key, email, maxAnswerMs = MAX_ANSWER_MS } = request;
  const headers = { authorization: `Bearer ${key}` };
  const init: RequestInit = email
    ? {
        method: "POST",
        headers: { ...headers, "content-type": "application/json", "idempotency-key": email },
        body: JSON.stringify({ email }),
      }
    : { headers };
  const startedAt = performance.now();
  try {
    const signal = AbortSignal.timeout(maxAnswerMs);
    const response = await fetch(origin + BASE + (email ? "/accounts" : "/me"), {
      ...init,
      signal,
    });
    const body = await response.text();
    if (response.status >= 500) checkUnavailable(seen, response, body);
    else seen.answered++;
    return response.status;
  } catch {
    if (performance.now() - startedAt > maxAnswerMs - 100) seen.wrong.push("no answer");
    seen.broken++;
    return null;
  }
}

function checkUnavailable(seen: Seen, response: Response, body: string): void {
  seen.unavailable++;
  const { status, headers } = response;
  const isShaped = /^\{"error":"[^"]+","code":"unavailable","details":\{\}\}$/.test(body);
  if (status === 503 && isShaped && Number(headers.get("retry-after")) >= 1) return;
  seen.wrong.push(`${status} ${headers.get("retry-after")} ${body}`);
}

const RECOVERY_MS = 5_000;

/**
 * Waits until every origin serves and writes again. Throws if one takes longer than the five
 * seconds that docs/operations.md promises.
 */
export async function expectRecovery(origins: readonly string[], key: string): Promise<void> {
  const deadline = performance.now() + RECOVERY_MS;
  for (const origin of origins) {
    for (;;) {
      const scratch = { wrong: [], unavailable: 0, broken: 0 } as unknown as Seen;
      const email = `after-${Math.random()}@example.com`;
      const statuses = await Promise.all([
        call(scratch, origin, { key }),
        call(scratch, origin, { key, email }),
      ]);
      if (statuses[0] === 200 && statuses[1] === 201) break;
      expect(performance.now(), `${origin} answers ${statuses} all the while`).toBeLessThan(
        deadline,
      );
      await new Promise((resume) => setTimeout(resume, 50));
    }
  }
}
