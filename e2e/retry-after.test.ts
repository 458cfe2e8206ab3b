import { afterAll, describe, expect, it } from "vitest";
import { judge } from "../server/cli/retry-after/report";
import { type Conduct, runWorkers, type Seen } from "../server/cli/retry-after/workers";
import { startProduct } from "../server/testing/product";
import { answer } from "./support/latchkey";

const CLIENTS = 10;
const SECONDS = 20;

/** Only 200 and 429, every 429 with a true Retry-After, every response with RateLimit. */
const AS_DOCUMENTED = { otherStatuses: {}, wrongRetryAfter: 0, withoutRateLimit: 0 };

// Real time, the built product on embedded stores: three keys at once, ten workers on each.
const product = await startProduct({ hasDemo: true });
afterAll(() => product.stop());
const { dataDir } = product;
// The first requests of a process are slow, so they must not be those of the burst.
await load(await issueKey(), { seconds: 1, sameClient: false });
const keys = [await issueKey(), await issueKey(), await issueKey()] as const;
const slow = [await issueKey(60), await issueKey(60)] as const;
const holding = { seconds: SECONDS, sameClient: true, holdSeconds: 30 };
const [named, alike, beside, ...held] = await Promise.all([
  load(keys[0], { seconds: SECONDS, sameClient: false }),
  load(keys[1], { seconds: SECONDS, sameClient: true }),
  load(keys[2], { seconds: SECONDS, sameClient: false, pauseMs: 100, hasBackoff: true }),
  load(slow[0], { ...holding, clients: 8 }),
  load(slow[1], { ...holding, clients: 20 }),
]);

async function issueKey(perMinute = 300): Promise<string> {
  const limit = ["--limit", String(perMinute)];
  const words = ["key", "issue", "--partner", "acme", "--label", "t", ...limit];
  words.push("--scopes", "accounts:read");
  return (await answer({ DATA_DIR: dataDir }, words)).key;
}

function load(
  key: string,
  how: Pick<Conduct, "seconds" | "sameClient"> & Partial<Conduct>,
): Promise<Seen[]> {
  const url = `${product.url}/api/v1/reseller/me`;
  const plain = { pauseMs: 0, batchSeconds: 0, hasBackoff: false, holdSeconds: 0 };
  return runWorkers({ url, key, clients: CLIENTS, ...plain, ...how, onTick: () => undefined });
}

const judged = (seen: Seen[], sameClient: boolean) =>
  judge(seen, { clients: CLIENTS, seconds: SECONDS, sameClient });

describe("a client that waits for Retry-After is served", () => {
  it("always, for ten distinguishable workers of one key, with equal shares", () => {
    const report = judged(named, false);
    expect(report).toMatchObject({ passed: true, secondRefusals: 0, ...AS_DOCUMENTED });
    expect(report.waits).toBeGreaterThan(60);
    expect(report.servedMost - report.servedLeast).toBeLessThanOrEqual(3);
    expectBurst(named, report.burst);
  });

  it("always, with pauses and next to a client that ignores Retry-After", () => {
    const report = judged(beside, false);
    expect(report).toMatchObject({ passed: true, secondRefusals: 0, ...AS_DOCUMENTED });
    expect(report.waits).toBeGreaterThan(30);
  });

  it("mostly, for ten identical workers of one key, and none waits long", () => {
    const report = judged(alike, true);
    expect(report).toMatchObject(AS_DOCUMENTED);
    // In the first ten seconds up to a seventh of the waits, then about one in a hundred.
    expect(report.secondRefusalShare).toBeLessThan(0.2);
    expect(report.waits).toBeGreaterThan(10);
    expect(longestWait(alike)).toBeLessThanOrEqual(CLIENTS * 1.2);
    expectBurst(alike, report.burst);
  });
});

it("8 or 20 identical workers with Prefer: wait get no 429 and use the whole rate", () => {
  for (const seen of held) {
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]));
    // Ten at once, and one per second; the last ones are not awaited.
    expect(seen.length).toBeGreaterThanOrEqual(10 + SECONDS - 2);
    const bySecond = seen.filter(({ atMs }) => atMs < SECONDS * 1000).length;
    expect(bySecond).toBeLessThanOrEqual(11 + SECONDS + 1);
  }
});

describe("the check passes only if the guarantee was put to the test", () => {
  const answer = { worker: 0, sentMs: 0, atMs: 1, isAfterWait: false, retryAfter: null };
  const seen = (status: number, more: Partial<Seen> = {}): Seen => ({
    ...answer,
    status,
    detailsSeconds: undefined,
    hasPolicy: true,
    ...more,
  });
  const refused = seen(429, { retryAfter: "1", detailsSeconds: 1 });

  it.each([
    ["there is no response", []],
    ["the base URL is wrong", [seen(404), seen(404)]],
    ["the key is revoked", [seen(401)]],
    ["the limit is never reached", [seen(200)]],
    ["the run ends before the first wait", [seen(200), refused]],
  ])("it does not pass if %s", (_, answers) => {
    const { passed, inconclusive } = judged(answers, false);
    expect({ passed, inconclusive }).toEqual({
      passed: false,
      inconclusive: expect.stringMatching(/\w/),
    });
  });

  it("it fails if a 429 has no Retry-After", () => {
    const report = judged([seen(200), seen(429)], false);
    expect(report).toMatchObject({ passed: false, inconclusive: null, wrongRetryAfter: 1 });
  });
});

function longestWait(seen: readonly Seen[]): number {
  return Math.max(...seen.map(({ retryAfter }) => Number(retryAfter)));
}

/** 50 at once, plus the rate during the burst. */
function expectBurst(seen: readonly Seen[], burst: number): void {
  const firstMs = Math.min(...seen.filter(({ status }) => status === 429).map(({ atMs }) => atMs));
  expect(burst).toBeGreaterThanOrEqual(50);
  expect(burst).toBeLessThanOrEqual(55 + (firstMs / 1000) * 5);
}
