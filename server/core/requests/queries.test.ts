import { expect, it } from "vitest";
import { type Platform, platformForTests, steppingClock } from "../../testing/platform";
import { recordedRequest } from "../../usage/testing/recorded-request";
import { newId } from "../kernel/ids";
import { PageQuery } from "../kernel/paging";
import { type IssuedKey, revokeKey, setKeyLimit } from "../keys/mutations";
import type { Partner } from "../partners/schema";
import { getUsageSummary } from "../usage/queries";
import { getRequest, listRequests } from "./queries";
import type { RequestFilter } from "./schema";

const clock = steppingClock();
const platform = await platformForTests({ clock });

const LIMIT = PageQuery.limit.parse(undefined);

async function list(partner: Partner, filter: Partial<RequestFilter> = {}) {
  await platform.wiring.recorder.flush();
  return (await listRequests(platform.system, { partnerId: partner.id, ...filter, limit: LIMIT }))
    .data;
}

async function newPair(): Promise<IssuedKey & { partner: Partner }> {
  const partner = await platform.newPartner();
  return { ...(await platform.newKey(partner)), partner };
}

it("logs what the owner needs, but no body, query values or headers", async () => {
  const { partner, key, plaintext } = await newPair();
  const response = await platform.call("/accounts?email=someone%40example.com", {
    key: plaintext,
    headers: { "x-request-id": "their-own-17", "user-agent": "a client", "x-custom": "custom" },
  });
  const [logged] = await list(partner);
  expect(logged).toEqual({
    id: response.headers.get("x-request-id"),
    at: clock.now(),
    partnerId: partner.id,
    key: { id: key.id, label: "test" },
    api: "partner",
    method: "GET",
    route: "/accounts",
    status: 200,
    errorCode: null,
    errorMessage: null,
    path: "/accounts",
    query: ["email"],
    durationMs: expect.any(Number),
    address: "192.0.2.1",
    clientRequestId: "their-own-17",
    perMinute: null,
  });
  expect(logged?.durationMs).toBeGreaterThan(0);
  const rows = await platform.wiring.core.db.requestLog.findMany({
    where: { partnerId: partner.id },
  });
  expect(JSON.stringify(rows)).not.toMatch(/someone|example\.com|a client|custom|rsk_/);
});

it("logs the path and its template, and finds a request by either", async () => {
  const { partner, plaintext } = await newPair();
  await platform.call("/accounts/acc_00000000000000000000000000", { key: plaintext });
  const [logged] = await list(partner);
  const path = "/accounts/acc_00000000000000000000000000";
  expect(logged).toMatchObject({ route: "/accounts/{id}", path, query: [], status: 404 });
  expect(await list(partner, { path })).toEqual([logged]);
  expect(await list(partner, { path: "/accounts/acc_0" })).toEqual([logged]);
  expect(await list(partner, { route: "/accounts/{id}" })).toEqual([logged]);
  expect(await list(partner, { path: "/accounts/%" })).toEqual([]);
  expect(await list(partner, { path: "/payouts" })).toEqual([]);
  expect(await list(partner, { address: "192.0.2.1" })).toEqual([logged]);
  expect(await list(partner, { address: "192.0.3" })).toEqual([]);
});

it("logs attempts with a revoked key without counting them as usage", async () => {
  const { partner, key, plaintext } = await newPair();
  await revokeKey(platform.system, { keyId: key.id, after: "now" });
  const { status } = await platform.call("/me", { key: plaintext });
  const [logged] = await list(partner, { keyId: key.id });
  expect([status, logged?.status, logged?.errorCode]).toEqual([401, 401, "revoked_api_key"]);
  const row = await platform.wiring.core.db.apiKey.findUniqueOrThrow({ where: { id: key.id } });
  expect(row.lastUsedAt).toBeNull();
});

it.each(["two words", "a\tb", "é", "x".repeat(129), ""])(
  "logs no query parameter names for a request like %j",
  async (id) => {
    const { partner, plaintext } = await newPair();
    await platform.call("/me", { key: plaintext, headers: { "x-request-id": id } });
    expect((await list(partner))[0]?.clientRequestId).toBeNull();
  },
);

it("finds requests by key, status, class, code, route, method, time and request ID", async () => {
  const { partner, plaintext } = await newPair();
  const other = await platform.newKey(partner, { scopes: [] });
  const send = async (path: string, init: Parameters<Platform["call"]>[1] = {}) => {
    const response = await platform.call(path, { key: plaintext, ...init });
    clock.advance(60_000);
    return response.headers.get("x-request-id") ?? "";
  };
  const start = clock.now();
  const me = await send("/me", { headers: { "x-request-id": "mine" } });
  const head = await send("/me", { method: "HEAD" });
  const missing = await send("/accounts/acc_x");
  const unknown = await send("/accounts?nonsense=1");
  const forbidden = await send("/accounts", { key: other.plaintext });
  const ids = async (filter: Partial<RequestFilter>) =>
    (await list(partner, filter)).map(({ id }) => id);
  expect(await ids({})).toEqual([forbidden, unknown, missing, head, me]);
  expect(await ids({ keyId: other.key.id })).toEqual([forbidden]);
  expect(await ids({ status: "4xx" })).toEqual([forbidden, unknown, missing]);
  expect(await ids({ status: "2xx" })).toEqual([head, me]);
  expect(await ids({ status: "404" })).toEqual([missing]);
  expect(await ids({ errorCode: "insufficient_scope" })).toEqual([forbidden]);
  expect(await ids({ errorCode: "code_of_another_release" })).toEqual([]);
  expect(await ids({ route: "/accounts" })).toEqual([forbidden, unknown]);
  expect(await ids({ method: "HEAD" })).toEqual([head]);
  expect(await ids({ requestId: missing })).toEqual([missing]);
  expect(await ids({ requestId: "mine" })).toEqual([me]);
  const minute = (n: number) => new Date(start.getTime() + n * 60_000);
  expect(await ids({ from: minute(1), to: minute(3) })).toEqual([missing, head]);
  expect(await ids({ from: minute(1), status: "404", route: "/me" })).toEqual([]);
});

it("pages through all requests once, newest first, while more arrive", async () => {
  const { partner, plaintext } = await newPair();
  const sent: string[] = [];
  const send = async () => {
    const response = await platform.call("/me", { key: plaintext });
    sent.push(response.headers.get("x-request-id") ?? "");
    clock.advance(1_000);
  };
  for (let i = 0; i < 7; i++) await send();
  await platform.wiring.recorder.flush();
  const met: string[] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: 3, ...(cursor !== null && { cursor }) };
    const page: Awaited<ReturnType<typeof listRequests>> = await listRequests(platform.system, {
      partnerId: partner.id,
      ...query,
    });
    met.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
    const wasNew = sent.length;
    if (wasNew < 9) await send();
    await platform.wiring.recorder.flush();
  } while (cursor !== null);
  expect(met).toEqual(sent.slice(0, 7).reverse());
});

it("treats another partner's request as not found", async () => {
  const { partner, plaintext } = await newPair();
  const id = (await platform.call("/me", { key: plaintext })).headers.get("x-request-id") ?? "";
  await platform.wiring.recorder.flush();
  const own = await platform.newPerson(partner, "viewer");
  expect((await getRequest(platform.as(own.actor), { requestId: id })).id).toBe(id);
  const stranger = await platform.newPerson(await platform.newPartner(), "owner");
  const said = (asked: string) =>
    getRequest(platform.as(stranger.actor), { requestId: asked }).catch(
      (error: Error) => error.message,
    );
  expect(await said(id)).toBe(await said(`req_${"0".repeat(26)}`));
});

it("stores the limit that a rate-limited request exceeded", async () => {
  const { partner, key, plaintext } = await newPair();
  await setKeyLimit(platform.system, { keyId: key.id, perMinute: 1 });
  const statuses = [];
  for (let i = 0; i < 2; i++)
    statuses.push((await platform.call("/me", { key: plaintext })).status);
  expect(statuses).toEqual([200, 429]);
  await setKeyLimit(platform.system, { keyId: key.id, perMinute: 600 });
  const rows = await list(partner);
  expect(rows.map(({ status, perMinute }) => [status, perMinute]).sort()).toEqual([
    [200, null],
    [429, 1],
  ]);
});

// A burst of 50, and 300 in a minute. The refused request itself is one more.
it.each([
  { sent: [[0, 79]], exceeded: { limit: "burst", inMinute: 80, inTenSeconds: 80 } },
  {
    sent: [
      [7, 60],
      [0, 19],
    ],
    exceeded: { limit: "burst", inMinute: 80, inTenSeconds: 80 },
  },
  {
    sent: [
      [58, 250],
      [0, 50],
    ],
    exceeded: { limit: "minute", inMinute: 301, inTenSeconds: 51 },
  },
  {
    sent: [
      [58, 249],
      [0, 50],
    ],
    exceeded: { limit: "burst", inMinute: 300, inTenSeconds: 51 },
  },
  {
    sent: [
      [70, 300],
      [0, 50],
    ],
    exceeded: { limit: "burst", inMinute: 51, inTenSeconds: 51 },
  },
])("distinguishes the minute's limit from the burst: $exceeded", async ({ sent, exceeded }) => {
  const { partner, key } = await newPair();
  const now = new Date("2026-11-21T10:28:04Z");
  const id = newId("request", now.getTime());
  for (const [secondsAgo = 0, count = 0] of sent) {
    const at = new Date(now.getTime() - secondsAgo * 1_000);
    for (let i = 0; i < count; i++) {
      platform.wiring.recorder.record({ keyId: key.id, at, status: 200, address: null });
    }
    await platform.wiring.recorder.flush();
  }
  const refused = { partnerId: partner.id, method: "GET", route: "/me", path: "/me", search: "" };
  const request = {
    ...refused,
    id,
    scopes: [],
    errorCode: "rate_limited",
    issues: [],
    durationUs: 1,
  };
  const last = { ...request, clientRequestId: null, perMinute: 300 };
  const call = { keyId: key.id, at: now, status: 429, address: null, request: last };
  platform.wiring.recorder.record(call);
  await platform.wiring.recorder.flush();
  expect((await getRequest(platform.system, { requestId: id })).exceeded).toEqual({
    ...exceeded,
    until: new Date("2026-11-21T10:28:05Z"),
  });
});

it("names no limit for other requests, or where an earlier release counted", async () => {
  const { partner, key, plaintext } = await newPair();
  await platform.call("/me", { key: plaintext });
  const [served] = await list(partner);
  const exceededBy = async (requestId = "") =>
    (await getRequest(platform.system, { requestId })).exceeded;
  expect(await exceededBy(served?.id)).toBeNull();
  await setKeyLimit(platform.system, { keyId: key.id, perMinute: 1 });
  await platform.call("/me", { key: plaintext });
  await platform.call("/me", { key: plaintext });
  const [refused] = await list(partner, { status: "429" });
  expect(await exceededBy(refused?.id)).toMatchObject({ limit: "minute" });
  await platform.wiring.core.transact(
    (tx) => tx.$executeRaw`UPDATE key_usage SET fives = '{}' WHERE key_id = ${key.id}`,
  );
  expect(await exceededBy(refused?.id)).toBeNull();
});

it("counts every 4xx and 5xx except 429 as failed, as the usage does", async () => {
  const { partner, key } = await newPair();
  const statuses = [200, 304, 401, 404, 429, 500, 503];
  for (const status of statuses) {
    platform.wiring.recorder.record({
      keyId: key.id,
      at: clock.now(),
      status,
      address: null,
      request: recordedRequest({ partnerId: partner.id }, clock.now()),
    });
  }
  const found = (await list(partner, { status: "failed" })).map(({ status }) => status);
  expect(found.sort()).toEqual([401, 404, 500, 503]);
  const { partner: counts } = await getUsageSummary(platform.system, { partnerId: partner.id });
  expect(counts.failed).toBe(found.length);
});
