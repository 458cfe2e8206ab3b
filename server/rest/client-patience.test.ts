import { inspect } from "node:util";
import { expect, it } from "vitest";
import { Latchkey } from "../../public/latchkey";
import { openClientStand, rejectionOf } from "./testing/client-stand";

const stand = await openClientStand();

it("waits for Retry-After and retries, so that the caller never sees a 429", async () => {
  const { latchkey } = await stand.newClient({ perMinute: 60, maxCached: 0 });
  let calls = 0;
  while (stand.statuses().filter((status) => status === 429).length < 2) {
    await latchkey.me();
    calls++;
  }
  // Never two in a row: each wait was long enough.
  expect(stand.statuses().join()).not.toContain("429,429");
  expect(stand.statuses().filter((status) => status === 200)).toHaveLength(calls);
});

it("with Prefer: wait, is held instead and gets no 429", async () => {
  const { latchkey } = await stand.newClient({ perMinute: 60, wait: 30 });
  const calls = Array.from({ length: 12 }, () => latchkey.me());
  await Promise.all(calls);
  expect(stand.statuses()).toEqual(calls.map(() => 200));
  expect(new Set(stand.header("prefer"))).toEqual(new Set(["wait=30"]));
});

it.each([-1, 0.5, 31, Number.NaN])("does not ask to be held for %s s", (wait) => {
  const make = () => new Latchkey({ key: "rsk_x", baseUrl: stand.origin, wait });
  expect(make).toThrow("wait must be an integer from 1 to 30 (seconds)");
});

it("takes any timeout that is positive", async () => {
  const { latchkey } = await stand.newClient({ timeout: 4.001 });
  expect(await latchkey.me()).toHaveProperty("id");
  const { latchkey: patient } = await stand.newClient({ timeout: Number.POSITIVE_INFINITY });
  expect(await patient.me()).toHaveProperty("id");
  for (const timeout of [0, -1, Number.NaN]) {
    const make = () => new Latchkey({ key: "rsk_x", baseUrl: stand.origin, timeout });
    expect(make).toThrow("timeout must be a positive number (seconds)");
  }
});

const FAULT = { error: "something went wrong", code: "internal_error", details: {} };

it.each([408, 500])(
  "retries after a %s, and writes with the same Idempotency-Key",
  async (status) => {
    const { latchkey } = await stand.newClient();
    const failFirst = () =>
      stand.setBetween(async (_request, answer) =>
        stand.seen.length === 0 ? Response.json(FAULT, { status }) : answer(),
      );
    failFirst();
    await latchkey.me();
    expect(stand.statuses()).toEqual([status, 200]);
    failFirst();
    await latchkey.accounts.create({ email: "a@example.com" });
    expect(stand.statuses()).toEqual([status, 201]);
    const [first, second] = stand.header("idempotency-key");
    expect([first, second]).toEqual([expect.stringMatching(/./), first]);
  },
);

it("reads a Retry-After date by the clock of the server", async () => {
  const { latchkey } = await stand.newClient({ maxWait: 5, maxCached: 0 });
  const refusal = (date: string, retryAfter: string) => async () =>
    Response.json(FAULT, { status: 503, headers: { date, "retry-after": retryAfter } });
  const SENT = "Sun, 06 Nov 1994 08:49:37 GMT";
  stand.setBetween(refusal(SENT, "Sun, 06 Nov 1994 08:49:43 GMT"));
  await rejectionOf(latchkey.me());
  expect(stand.statuses()).toEqual([503]);
  for (const now of [SENT, "Sun, 06 Nov 1994 08:00:00 GMT"]) {
    stand.setBetween(async (_request, answer) =>
      stand.seen.length === 0 ? refusal(SENT, now)() : answer(),
    );
    await latchkey.me();
    expect(stand.statuses()).toEqual([503, 200]);
  }
});

it("respects the limits on waiting time and retries", async () => {
  const { latchkey } = await stand.newClient({ maxRetries: 2, maxWait: 5 });
  const refused = (status: number, wait: string) => async () =>
    Response.json(
      { error: "not now", code: "unavailable", details: {} },
      { status, headers: { "retry-after": wait } },
    );
  stand.setBetween(refused(503, "6"));
  expect((await rejectionOf(latchkey.me())).status).toBe(503);
  expect(stand.statuses()).toEqual([503]);
  stand.setBetween(refused(503, "0"));
  expect((await rejectionOf(latchkey.me())).code).toBe("unavailable");
  expect(stand.statuses()).toEqual([503, 503, 503]);
});

it("stops immediately when aborted, during a request and during a wait", async () => {
  const { latchkey } = await stand.newClient();
  const stopped = async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("enough")), 100);
    const startedAt = performance.now();
    await expect(latchkey.me({ signal: controller.signal })).rejects.toThrow("enough");
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  };
  stand.setBetween(async () =>
    Response.json(
      { error: "not now", code: "rate_limited", details: { retry_after_seconds: 30 } },
      { status: 429, headers: { "retry-after": "30" } },
    ),
  );
  await stopped();
  expect(stand.statuses()).toEqual([429]);
  stand.setBetween(() => new Promise(() => {}));
  await stopped();
  const aborted = AbortSignal.abort(new Error("before"));
  await expect(latchkey.me({ signal: aborted })).rejects.toThrow("before");
});

it("writes once even if the response is lost, and returns the original response", async () => {
  const { partner, latchkey } = await stand.newClient();
  let isLost = true;
  stand.setBetween(async (_request, answer) => {
    const response = await answer();
    if (isLost) stand.hangUp();
    isLost = false;
    return response;
  });
  const made = await latchkey.accounts.create({ email: "once@example.com" });
  expect(stand.statuses()).toEqual([201, 201]);
  const [first, second] = stand.header("idempotency-key");
  expect(first).toMatch(/^[\w-]{36}$/);
  expect(second).toBe(first);
  const rows = await stand.platform.wiring.core.db.customer.findMany({
    where: { partnerId: partner.id },
  });
  expect(rows.map(({ id }) => id)).toEqual([made.id]);
  // Another call is a new write, unless the caller passes the same key.
  await latchkey.accounts.create({ email: "a@example.com" }, { idempotencyKey: "mine 1" });
  const again = latchkey.accounts.create({ email: "b@example.com" }, { idempotencyKey: "mine 1" });
  expect((await rejectionOf(again)).code).toBe("idempotency_key_reused");
});

it("waits for its own write that is still in progress", async () => {
  const { latchkey } = await stand.newClient();
  const inUse = { error: "still running", code: "idempotency_key_in_use", details: {} };
  stand.setBetween(async (_request, answer) =>
    stand.seen.length === 0 ? Response.json(inUse, { status: 409 }) : answer(),
  );
  await latchkey.accounts.create({ email: "a@example.com" });
  expect(stand.statuses()).toEqual([409, 201]);
});

it("reports a missing response and one that is not from the API", async () => {
  const hurried = (await stand.newClient({ maxRetries: 1, timeout: 0.2 })).latchkey;
  stand.setBetween(() => new Promise(() => {}));
  const late = await rejectionOf(hurried.me());
  expect([late.code, late.status, late.message]).toEqual([
    ...["unreachable", null, "unreachable: no response in time"],
  ]);
  const { latchkey } = await stand.newClient({ maxRetries: 1 });
  stand.setBetween(async () => new Response("<html>", { status: 502 }));
  expect((await rejectionOf(latchkey.me())).code).toBe("unexpected_answer");
  expect(stand.statuses()).toEqual([502, 502]);
  stand.setBetween(async () => Response.redirect("https://elsewhere.test/", 307));
  expect(await rejectionOf(latchkey.me())).toMatchObject({
    code: "unexpected_answer",
    status: 307,
  });
});

it("changes what it has read through a proxy that compresses and so weakens ETags", async () => {
  const { latchkey } = await stand.newClient();
  stand.setBetween(async (_, answer) => {
    const { status, headers, body } = await answer();
    const etag = headers.get("etag");
    return new Response(body, {
      status,
      headers: { ...Object.fromEntries(headers), ...(etag && { etag: `W/${etag}` }) },
    });
  });
  const price = await latchkey.prices.get("plus");
  const set = await latchkey.prices.set("plus", { amount: 990 }, { basedOn: price });
  expect(set).toMatchObject({ amount: 990 });
  expect(await latchkey.prices.get("plus")).toMatchObject({ amount: 990 });
  expect(await latchkey.prices.get("plus")).toMatchObject({ amount: 990 });
  expect(stand.statuses()).toEqual([200, 200, 200, 304]);
});

it("sends its key only to the API", async () => {
  const { plaintext: key } = await stand.platform.newKey(await stand.platform.newPartner());
  const texts: string[] = [];
  const note = (value: unknown) => texts.push(inspect(value, { depth: 9, showHidden: true }));
  const latchkey = new Latchkey({ key, baseUrl: stand.origin, maxRetries: 0 });
  note(latchkey);
  note(JSON.stringify(latchkey));
  stand.setBetween(async () => new Response(null, { status: 500 }));
  note(await rejectionOf(latchkey.me()));
  note(await rejectionOf(new Latchkey({ key, baseUrl: "http://127.0.0.1:1", maxRetries: 0 }).me()));
  for (const options of [
    { key: `${key}\n`, baseUrl: stand.origin },
    { key: "", baseUrl: stand.origin },
    { key, baseUrl: `ftp://${key}@example.com` },
    { key, baseUrl: `https://user:${key}@example.com` },
    { key, baseUrl: stand.origin, clientId: `${key}é` },
  ]) {
    try {
      texts.push(String(new Latchkey(options).me), "accepted");
    } catch (error) {
      note(error);
    }
  }
  expect(texts).not.toContain("accepted");
  expect(texts.join("\n")).not.toContain(key);
});

it("with Prefer: wait, fails none of many more parallel calls than the server holds", async () => {
  // 100 pass at once and 20 are held, so 40 have to come back.
  const { latchkey } = await stand.newClient({ perMinute: 600, wait: 30 });
  const calls = await Promise.allSettled(Array.from({ length: 160 }, () => latchkey.me()));
  expect(calls.filter(({ status }) => status === "rejected")).toEqual([]);
});
