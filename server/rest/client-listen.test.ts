import { expect, it } from "vitest";
import type { CallOptions, Latchkey, LatchkeyEvent } from "../../public/latchkey";
import { revokeKey } from "../core/keys/mutations";
import { deleteEventsBefore } from "../usage/sweeps";
import { openClientStand, rejectionOf } from "./testing/client-stand";

const stand = await openClientStand();

let customers = 0;
async function addCustomer({ accounts }: Latchkey): Promise<string> {
  const { id } = await accounts.create({ email: `c${++customers}@example.com` });
  return id;
}

/** The next event's subject. */
async function nextOf(events: AsyncGenerator<LatchkeyEvent>): Promise<string> {
  const { value } = await events.next();
  return value.subject.id;
}

const isFeed = ({ url }: Request) => url.includes("/events");
const UNAVAILABLE = { error: "not now", code: "unavailable", details: {} };

it("with latest, loses no event whose response is lost after the start", async () => {
  const { latchkey } = await stand.newClient();
  await addCustomer(latchkey);
  const events = latchkey.events.listen({ after: "latest", types: "account.*" });
  let missed = "";
  // Its first request that is held breaks, and meanwhile an event happens.
  stand.setBetween(async (request, answer) => {
    if (!isFeed(request) || request.url.includes("wait=0") || missed !== "") return answer();
    missed = await addCustomer(latchkey);
    return Response.json(UNAVAILABLE, { status: 503, headers: { "retry-after": "0" } });
  });
  expect(await nextOf(events)).toBe(missed);
  await events.return(undefined as never);
});

it("goes on after an outage of any length, and reports each retry", async () => {
  const { latchkey } = await stand.newClient({ maxRetries: 1, maxWait: 1 });
  const retries: [string, number][] = [];
  const events = latchkey.events.listen(
    { types: "account.*" },
    { onRetry: ({ code }, waitSeconds) => retries.push([code, waitSeconds]) },
  );
  const first = await addCustomer(latchkey);
  expect(await nextOf(events)).toBe(first);
  const refused: [number, string][] = [
    [503, "2"],
    [429, "0"],
    [500, "0"],
    [502, "0"],
  ];
  stand.setBetween(async (request, answer) => {
    const [status, wait] = (isFeed(request) && refused.shift()) || [0, ""];
    if (status === 0) return answer();
    return Response.json(UNAVAILABLE, { status, headers: { "retry-after": wait } });
  });
  const next = nextOf(events);
  const second = await addCustomer(latchkey);
  expect(await next).toBe(second);
  expect(retries.map(([code]) => code)).toEqual(Array(4).fill("unavailable"));
  const [told, ...own] = retries.map(([, seconds]) => seconds);
  expect(told).toBe(2);
  for (const seconds of own) expect(seconds).toBeGreaterThanOrEqual(0.5);
  await events.return(undefined as never);
});

it("waits an hour at most, whatever a proxy says, and can be stopped meanwhile", async () => {
  const { latchkey } = await stand.newClient();
  const stopping = new AbortController();
  const told: number[] = [];
  const onRetry = (_: unknown, seconds: number) => {
    told.push(seconds);
    stopping.abort();
  };
  const of = { signal: stopping.signal, onRetry };
  const events = latchkey.events.listen({ types: "account.*" }, of);
  const first = addCustomer(latchkey);
  await nextOf(events);
  await first;
  const headers = { "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" };
  stand.setBetween(async () => Response.json(UNAVAILABLE, { status: 503, headers }));
  await expect(events.next()).rejects.toThrow("aborted");
  expect(told).toEqual([3_600]);
});

it("fails like any call if the first request does not succeed", async () => {
  const { latchkey } = await stand.newClient({ maxRetries: 1 });
  const refusal = Response.json(UNAVAILABLE, { status: 503, headers: { "retry-after": "0" } });
  stand.setBetween(async () => refusal.clone());
  expect((await rejectionOf(latchkey.events.listen().next())).code).toBe("unavailable");
  expect(stand.statuses()).toEqual([503, 503]);
});

it("without a place to wait, asks again after as long as the server says", async () => {
  const { latchkey } = await stand.newClient();
  const sentMs: number[] = [];
  const page = { data: [], next_after: 7, has_more: false };
  stand.setBetween(async (request, answer) => {
    if (!isFeed(request)) return answer();
    sentMs.push(performance.now());
    if (sentMs.length > 1) return Response.json(UNAVAILABLE, { status: 400 });
    return Response.json(page, { headers: { "retry-after": "3" } });
  });
  await rejectionOf(latchkey.events.listen({ after: 7 }).next());
  const [first = 0, second = 0] = sentMs;
  // Timers may fire a little early.
  expect(second - first).toBeGreaterThan(2_900);
});

it("a request that the server holds does not time out", async () => {
  const { latchkey } = await stand.newClient({ timeout: 1, maxRetries: 0 });
  const page = await latchkey.events.list({ after: "latest", wait: 2 });
  expect(page.data).toEqual([]);
});

it("a handler that throws gets the same event again after a restart, and misses none", async () => {
  const { latchkey } = await stand.newClient();
  const made = [await addCustomer(latchkey), await addCustomer(latchkey)];
  let processed: number | undefined;
  const handled: string[] = [];
  let isBroken = true;
  const run = async () => {
    const from = processed === undefined ? {} : { after: processed };
    for await (const event of latchkey.events.listen({ types: "account.*", ...from })) {
      handled.push(event.subject.id);
      if (isBroken && handled.length === 2) throw new Error("the handler failed");
      processed = event.sequence;
      if (event.subject.id === made[1]) return;
    }
  };
  await expect(run()).rejects.toThrow("the handler failed");
  isBroken = false;
  await run();
  expect(handled).toEqual([made[0], made[1], made[1]]);
});

it("yields nothing more once it is aborted, also in the middle of a page", async () => {
  const { latchkey } = await stand.newClient();
  await addCustomer(latchkey);
  await addCustomer(latchkey);
  const run = async (open: (options: CallOptions) => AsyncIterable<{ id: string }>) => {
    const stopping = new AbortController();
    for await (const { id } of open({ signal: stopping.signal })) {
      seen.push(id);
      stopping.abort(new Error("enough"));
    }
  };
  const seen: string[] = [];
  await expect(run((options) => latchkey.events.listen({}, options))).rejects.toThrow("enough");
  expect(seen).toHaveLength(1);
  await expect(run((options) => latchkey.accounts.all({}, options))).rejects.toThrow("enough");
  expect(seen).toHaveLength(2);
});

it("ends when its key is revoked", async () => {
  const { partner, latchkey } = await stand.newClient();
  const events = latchkey.events.listen({ after: "latest", types: "account.*" });
  const next = events.next();
  const [key] = await stand.platform.wiring.core.db.apiKey.findMany({
    where: { partnerId: partner.id },
  });
  await expect.poll(() => stand.statuses().length).toBeGreaterThan(0);
  await revokeKey(stand.platform.system, { keyId: key?.id ?? "", after: "now" });
  expect((await rejectionOf(next)).code).toBe("revoked_api_key");
});

it("ends at a gap, and says where the oldest event is", async () => {
  const { latchkey } = await stand.newClient();
  await addCustomer(latchkey);
  await deleteEventsBefore(stand.platform.wiring.core.transact, new Date(Date.now() + 1_000));
  await addCustomer(latchkey);
  const error = await rejectionOf(latchkey.events.listen({ after: 1 }).next());
  if (error.code !== "events_expired") throw error;
  const oldest = error.details.oldest_sequence;
  const { value } = await latchkey.events.listen({ after: oldest - 1 }).next();
  expect(value.sequence).toBeGreaterThanOrEqual(oldest);
});
