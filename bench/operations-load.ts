import { openBrowser } from "../e2e/support/sign-in";
import { PASSWORD } from "./operations-stage";

const BASE = "/api/v1/reseller";
/** Longer than any documented response takes (16 s). */
const GIVE_UP_MS = 25_000;

/** The result of one request; times are those of performance.now(). */
export type Outcome = {
  kind: string;
  beganAtMs: number;
  endedAtMs: number;
  /** Null if there was no response. */
  status: number | null;
  /** The error code of the body, or why the connection broke; empty for a success. */
  code: string;
  retryAfterSeconds: number | null;
  isFailure: boolean;
};

/** The ID returned by each write, by its email. */
export type Written = ReadonlyMap<string, string>;

export type Mix = {
  written: Written;
  /** The number of successful API requests, each of which must be counted once for its key. */
  succeeded(): number;
  /** Resolves when all requests in progress have ended and every write is acknowledged. */
  stop(): Promise<void>;
};

type Target = {
  url: string;
  key: string;
  partner: string;
  people: readonly string[];
  hasExports?: boolean;
};
type Sent = Outcome & { body: string };
type Send = (kind: string, path: string, init?: RequestInit) => Promise<Sent>;

const READS = ["/me", "/accounts?limit=20", "/me", "/prices", "/me", "/metrics"];
const PROCEDURES = ["keys.list", "customers.list", "session.access", "requests.list", "team.list"];
const PAGES = ["overview", "api-keys", "customers"];

/** Sends a mixed load of about 60 requests per second at an even pace until it is stopped. */
export async function startMix(
  target: Target,
  onOutcome: (outcome: Outcome) => void,
): Promise<Mix> {
  const written = new Map<string, string>();
  let isOver = false;
  let succeeded = 0;
  let turn = 0;
  const next = <T>(list: readonly T[]): T => list[turn++ % list.length] as T;
  const send: Send = async (kind, path, init = {}) => {
    const outcome = await ask(kind, target.url + path, init);
    if (path.startsWith(BASE) && !outcome.isFailure) succeeded++;
    onOutcome(outcome);
    return outcome;
  };
  const repeat = async (pauseMs: number, work: () => Promise<unknown>) => {
    while (!isOver) {
      await work();
      await new Promise((resume) => setTimeout(resume, pauseMs));
    }
  };
  const headers = { authorization: `Bearer ${target.key}`, "content-type": "application/json" };
  const read = () => send("API read", BASE + next(READS), { headers });
  const write = async () => {
    const email = `customer-${turn++}@example.com`;
    const body = JSON.stringify({ email });
    const init = { method: "POST", headers: { ...headers, "idempotency-key": email }, body };
    // Whatever the result, it is retried with the same key until it is acknowledged.
    for (let hasEnded = false; !hasEnded; ) {
      const sent = await send("API write", `${BASE}/accounts`, init);
      hasEnded = sent.status === 201;
      if (hasEnded) written.set(email, (JSON.parse(sent.body) as { id: string }).id);
      else await new Promise((resume) => setTimeout(resume, 200));
    }
  };
  const dashboard = (session: Record<string, string>) => () =>
    send("dashboard (tRPC)", `/api/trpc/${next(PROCEDURES)}`, {
      method: "POST",
      headers: { ...session, origin: target.url, "content-type": "application/json" },
      body: JSON.stringify({ partner: target.partner }),
    });
  const sessions = await Promise.all(target.people.map((email) => cookieOf(target.url, email)));
  const [first = {}] = sessions;
  const home = `/partners/${target.partner}/`;
  const exported = `/api/export/customers?partner=${target.partner}`;
  const loops = [
    ...Array.from({ length: 4 }, () => repeat(70, read)),
    ...Array.from({ length: 2 }, () => repeat(250, write)),
    ...sessions.map((session) => repeat(250, dashboard(session))),
    repeat(1_000, () => send("page", home + next(PAGES), { headers: first })),
    ...(target.hasExports === false
      ? []
      : [repeat(5_000, () => send("export", exported, { headers: first }))]),
    repeat(5_000, () => signInOnce(target.url, next(target.people), onOutcome)),
  ];
  return {
    written,
    succeeded: () => succeeded,
    stop: async () => {
      isOver = true;
      await Promise.all(loops);
    },
  };
}

async function ask(kind: string, url: string, init: RequestInit): Promise<Sent> {
  const beganAtMs = performance.now();
  let status: number | null = null;
  let retryAfterSeconds: number | null = null;
  let body = "";
  let code = "";
  try {
    const signal = AbortSignal.timeout(GIVE_UP_MS);
    const response = await fetch(url, { redirect: "manual", signal, ...init });
    ({ status } = response);
    const said = response.headers.get("retry-after");
    retryAfterSeconds = said === null ? null : Number(said);
    body = await response.text();
    if (status >= 300) code = codeOf(body, response.headers.get("location"));
  } catch (error) {
    code = status === null ? reasonOf(error) : `cut off: ${reasonOf(error)}`;
  }
  const isFailure = code !== "" || status === null || status >= 300;
  const endedAtMs = performance.now();
  return { kind, beganAtMs, endedAtMs, status, code, retryAfterSeconds, isFailure, body };
}

/**
 * The reason in an unsuccessful response: our error code, the code in next-auth's URL, or the text.
 */
function codeOf(body: string, location: string | null): string {
  if (location !== null) return `to ${location}`;
  const found = /"code":"(\w+)"/g;
  const codes = Array.from(body.matchAll(found), ([, code]) => code ?? "");
  const [, reason] = /[?&]error=([^&"]*)/.exec(body) ?? [];
  if (/^<!doctype html/i.test(body)) return "an error page";
  return codes.find((code) => /^[a-z_]+$/.test(code)) ?? reason ?? body.trim().slice(0, 60);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? cause.message : error.message;
}

/** Signs in with a new browser. */
async function signInOnce(
  url: string,
  email: string,
  onOutcome: (outcome: Outcome) => void,
): Promise<void> {
  const beganAtMs = performance.now();
  const kind = "sign-in";
  const note = (part: Pick<Outcome, "status" | "code" | "retryAfterSeconds">) =>
    onOutcome({
      ...part,
      kind,
      beganAtMs,
      endedAtMs: performance.now(),
      isFailure: part.code !== "",
    });
  try {
    const browser = openBrowser(url);
    const response = await browser.signIn({ email, password: PASSWORD });
    const isIn = [...browser.cookies.keys()].some((name) => name.endsWith("session-token"));
    const said = response.headers.get("retry-after");
    const code = isIn ? "" : codeOf(await response.text(), null);
    const retryAfterSeconds = said === null ? null : Number(said);
    note({ status: response.status, code, retryAfterSeconds });
  } catch (error) {
    note({ status: null, code: reasonOf(error), retryAfterSeconds: null });
  }
}

/** The headers of a browser session in which the user is signed in. */
export async function cookieOf(url: string, email: string): Promise<{ cookie: string }> {
  const browser = openBrowser(url);
  await browser.signIn({ email, password: PASSWORD });
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  if (!cookie.includes("session-token")) throw new Error(`${email} could not sign in`);
  return { cookie };
}
