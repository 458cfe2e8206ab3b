import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Latchkey, VERSION } from "../../public/latchkey";
import { ENDPOINTS } from "./endpoints";
import { openClientStand, rejectionOf } from "./testing/client-stand";

const stand = await openClientStand();

it("has the version of this release", async () => {
  const { latchkey } = await stand.newClient();
  await latchkey.me();
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  expect([VERSION, stand.header("user-agent")]).toEqual([version, [`latchkey-ts/${version}`]]);
});

it("retrieves the partner with its own client ID", async () => {
  const { partner, latchkey } = await stand.newClient();
  expect(await latchkey.me()).toMatchObject({ id: partner.id, user_count: 0 });
  const other = new Latchkey({ key: "rsk_other", baseUrl: `${stand.origin}/api/v1/reseller/` });
  await rejectionOf(other.me());
  await latchkey.me();
  const [first, second, third] = stand.header("x-client-id");
  expect(first).toMatch(/^[\w-]{36}$/);
  expect([second === first, third]).toEqual([false, first]);
  const named = await stand.newClient({ clientId: "worker 3" });
  await named.latchkey.me();
  expect(stand.header("x-client-id")).toEqual(["worker 3"]);
});

it("creates, retrieves, lists and updates accounts", async () => {
  const { latchkey } = await stand.newClient();
  const input = { email: "Ada@example.com", external_id: "a/b", metadata: { plan: "yearly" } };
  const made = await latchkey.accounts.create(input);
  expect(made).toMatchObject({ ...input, name: null, status: "active" });
  expect(await latchkey.accounts.get(made.id)).toEqual(made);
  const listed = await latchkey.accounts.list({ external_id: "a/b", limit: 1 });
  expect(listed).toEqual({ data: [made], next_cursor: null });
  expect((await latchkey.accounts.createBatch([input])).data[0]?.id).toBe(made.id);
  const change = (basedOn: typeof made) =>
    latchkey.accounts.update(made.id, { metadata: { plan: null } }, { basedOn });
  const read = await latchkey.accounts.get(made.id);
  expect((await change(read)).metadata).toEqual({});
  expect((await rejectionOf(change(read))).code).toBe("precondition_failed");
  const moves = ["suspend", "resume", "close", "reopen", "anonymize"] as const;
  for (const move of moves) await latchkey.accounts[move](made.id);
});

it("iterates over all pages, each item once, and stops when the caller stops", async () => {
  const { latchkey } = await stand.newClient();
  const made: string[] = [];
  for (let i = 0; i < 5; i++) {
    made.push((await latchkey.accounts.create({ email: `c${i}@example.com` })).id);
  }
  stand.seen.length = 0;
  const ids: string[] = [];
  for await (const { id } of latchkey.accounts.all({ status: "active", limit: 2 })) ids.push(id);
  expect(ids).toEqual(made.reverse());
  expect(stand.seen).toHaveLength(3);
  for await (const _ of latchkey.accounts.all({ limit: 2 })) break;
  expect(stand.seen).toHaveLength(4);
});

it("resumes from the cursor of any page without losing or repeating an item", async () => {
  const { latchkey } = await stand.newClient();
  const made: string[] = [];
  for (let i = 0; i < 5; i++) {
    made.unshift((await latchkey.accounts.create({ email: `c${i}@example.com` })).id);
  }
  const ids: string[] = [];
  let cursor: string | null = null;
  // As if the program restarted after each page.
  do {
    const rows = latchkey.accounts.all({ limit: 2, ...(cursor && { cursor }) });
    for await (const page of rows.pages()) {
      ids.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
      break;
    }
  } while (cursor !== null);
  expect(ids).toEqual(made);
});

it("retrieves metrics", async () => {
  const { latchkey } = await stand.newClient();
  const days = { from: "2026-03-02", to: "2026-03-16" };
  const metrics = await latchkey.metrics.get({ ...days, interval: "week" });
  expect(metrics).toMatchObject({ ...days, totals: { new_customers: 0, revenue: [] } });
  expect(metrics.series).toHaveLength(2);
  expect((await latchkey.metrics.get()).series).toHaveLength(30);
});

it("lists, retrieves and updates prices, and never overwrites a change it has not seen", async () => {
  const { latchkey } = await stand.newClient();
  const first = await latchkey.prices.get("plus");
  expect(first).toMatchObject({ product: "plus", amount: 900, is_default: true });
  const set = await latchkey.prices.set("plus", { amount: 990 }, { basedOn: first });
  expect(set).toMatchObject({ amount: 990, version: 1 });
  const late = latchkey.prices.set("plus", { amount: 700 }, { basedOn: first });
  expect((await rejectionOf(late)).code).toBe("precondition_failed");
  await latchkey.prices.set("plus", { amount: 700 }, { basedOn: set });
  const { data } = await latchkey.prices.list();
  expect(data.map(({ amount }) => amount)).toEqual([900, 700]);
  const all: string[] = [];
  for await (const { product } of latchkey.prices.all({ limit: 1 })) all.push(product);
  expect(all).toEqual(["basic", "plus"]);
  const copied = latchkey.prices.set("basic", { amount: 600 }, { basedOn: { ...set } });
  await expect(copied).rejects.toThrow("basedOn");
});

it("uses conditional requests for resources it has read before", async () => {
  const { latchkey } = await stand.newClient();
  const first = await latchkey.prices.get("plus");
  const second = await latchkey.prices.get("plus");
  expect(second).toEqual(first);
  expect(second).not.toBe(first);
  expect(stand.statuses()).toEqual([200, 304]);
  second.amount = 1;
  await latchkey.prices.set("plus", { amount: 950 }, { basedOn: second });
  expect((await latchkey.prices.get("plus")).amount).toBe(950);
  expect((await latchkey.prices.get("plus")).amount).toBe(950);
  expect(stand.statuses()).toEqual([200, 304, 200, 200, 304]);
  for (const limit of [1, 2]) await latchkey.prices.list({ limit });
  expect(stand.statuses().slice(5)).toEqual([200, 200]);
});

it("limits its cache and evicts the least recently used responses", async () => {
  const { latchkey } = await stand.newClient({ maxCached: 1 });
  for (const product of ["plus", "plus", "basic", "plus", "plus"])
    await latchkey.prices.get(product);
  expect(stand.statuses()).toEqual([200, 304, 200, 200, 304]);
  const none = await stand.newClient({ maxCached: 0 });
  for (const product of ["plus", "plus"]) await none.latchkey.prices.get(product);
  expect(stand.statuses()).toEqual([200, 200]);
});

it("updates a price based on its current value, under concurrency", async () => {
  const { latchkey } = await stand.newClient();
  const raise = () => latchkey.prices.change("plus", ({ amount }) => ({ amount: amount + 10 }));
  await Promise.all([raise(), raise(), raise(), raise()]);
  expect(await latchkey.prices.get("plus")).toMatchObject({ amount: 940, version: 4 });
  expect(await latchkey.prices.change("plus", () => null)).toMatchObject({ version: 4 });
  const low = latchkey.prices.change("plus", () => ({ amount: 1 }));
  expect((await rejectionOf(low)).code).toBe("price_below_floor");
});

it("lists and retrieves payouts, their lines, terms and transfers", async () => {
  const { partner, latchkey } = await stand.newClient();
  const older = await stand.newPayout(partner, "2020-01");
  const newer = await stand.newPayout(partner, "2020-02");
  expect(await latchkey.payouts.get(older)).toMatchObject({ period: "2020-01", amount: 20 });
  expect((await latchkey.payouts.list({ status: "paid" })).data).toEqual([]);
  for await (const { share } of latchkey.payouts.allLines(older)) expect(share).toBe(20);
  expect(await latchkey.terms.list()).toMatchObject({ initial_percent: 20 });
  const all = new Set([older, newer]);
  for await (const { id } of latchkey.payouts.all({ limit: 1 })) expect(all.delete(id)).toBe(true);
  const transfer = await stand.newTransfer(partner);
  expect((await latchkey.transfers.get(transfer)).payouts).toHaveLength(1);
  for await (const { id } of latchkey.transfers.all()) expect(id).toBe(transfer);
  expect(await latchkey.transfers.statement(transfer)).toMatchObject({ total: 20 });
});

it("lists and retrieves charges, also those of a payout", async () => {
  const { partner, latchkey } = await stand.newClient();
  const payout = await stand.newPayout(partner, "2020-01");
  const { id: accountId } = await latchkey.accounts.create({ email: "c@example.com" });
  const charges = await stand.newCharges(accountId, [
    "2020-01-01T00:00:00Z",
    "2020-01-31T23:59:59Z",
  ]);
  const [first = ""] = charges;
  expect(await latchkey.charges.get(first)).toMatchObject({ id: first, account_id: accountId });
  expect((await latchkey.charges.list({ late: true })).data).toEqual([]);
  expect((await latchkey.payouts.charges(payout, { limit: 1 })).data).toHaveLength(1);
  for (const rows of [latchkey.charges.all({ limit: 1 }), latchkey.payouts.allCharges(payout)]) {
    const all: string[] = [];
    for await (const { id } of rows) all.push(id);
    expect(all).toEqual(charges.toReversed());
  }
});

it("creates, updates, tests, rotates and deletes webhook endpoints", async () => {
  const { webhookEndpoints } = (await stand.newClient()).latchkey;
  const input = { url: "https://partner.example/hooks", types: ["account.*"] };
  const { secret, ...made } = await webhookEndpoints.create(input);
  expect(secret).toMatch(/^whsec_/);
  const same = { id: made.id, url: made.url };
  expect(await webhookEndpoints.get(made.id)).toMatchObject(same);
  expect((await webhookEndpoints.list()).data).toMatchObject([same]);
  for await (const endpoint of webhookEndpoints.all()) expect(endpoint).toMatchObject(same);
  const test = await webhookEndpoints.test(made.id, { type: "account.created" });
  expect(test.event_id).toMatch(/^evt_/);
  const rotated = await webhookEndpoints.rotate(made.id);
  expect(rotated.secret).not.toBe(secret);
  const changed = await webhookEndpoints.update(made.id, { status: "disabled" });
  expect(changed).toMatchObject({ status: "disabled", disabled_reason: "manual" });
  const private_ = webhookEndpoints.update(made.id, { url: "https://10.0.0.1/" });
  expect((await rejectionOf(private_)).code).toBe("validation_failed");
  expect(await webhookEndpoints.delete(made.id)).toMatchObject({ ...same, status: "disabled" });
  expect((await rejectionOf(webhookEndpoints.get(made.id))).code).toBe("not_found");
});

it("changes and deletes a webhook endpoint only as it was read, with basedOn", async () => {
  const { latchkey } = await stand.newClient();
  const { webhookEndpoints, webhookDeliveries } = latchkey;
  const input = { url: "https://partner.example/hooks", types: ["account.*"] };
  const { id } = await webhookEndpoints.create(input);
  // Once its ping has failed, nothing more is sent to it: it changes only here.
  await expect.poll(async () => (await webhookDeliveries.list(id)).data[0]?.attempts).toBe(1);
  const read = await webhookEndpoints.update(id, { status: "disabled" });
  const changed = await webhookEndpoints.update(id, { per_second: 5 }, { basedOn: read });
  const late = webhookEndpoints.update(id, { per_second: 6 }, { basedOn: read });
  expect((await rejectionOf(late)).code).toBe("precondition_failed");
  const old = webhookEndpoints.delete(id, { basedOn: read });
  expect((await rejectionOf(old)).code).toBe("precondition_failed");
  const deleted = await webhookEndpoints.delete(id, { basedOn: changed });
  expect(deleted).toMatchObject({ per_second: 5, deleted: true });
});

it("lists, retrieves and resends deliveries of a webhook endpoint", async () => {
  const { latchkey } = await stand.newClient();
  const input = { url: "https://partner.example/hooks", types: ["account.*"] };
  const { id } = await latchkey.webhookEndpoints.create(input);
  const { webhookDeliveries } = latchkey;
  const [ping] = (await webhookDeliveries.list(id)).data;
  expect(ping).toMatchObject({ type: "ping", is_test: true });
  const eventId = ping?.event_id ?? "";
  const all: string[] = [];
  for await (const { event_id } of webhookDeliveries.all(id)) all.push(event_id);
  expect(all).toEqual([eventId]);
  expect(await webhookDeliveries.get(id, eventId)).toMatchObject({ event_id: eventId });
  expect(await webhookDeliveries.resend(id, eventId)).toMatchObject({ status: "pending" });
});

it("describes the key that it sends", async () => {
  const { latchkey } = await stand.newClient();
  expect(await latchkey.key()).toMatchObject({ expires_at: null, revokes_at: null });
});

it("identifies each error by its code, with typed details", async () => {
  const { latchkey } = await stand.newClient();
  const { id } = await latchkey.accounts.create({ email: "taken@example.com" });
  const taken = await rejectionOf(latchkey.accounts.create({ email: "Taken@example.com" }));
  expect(taken.code === "conflict" && [taken.details.field, taken.details.id]).toEqual([
    "email",
    id,
  ]);
  const low = await rejectionOf(latchkey.prices.set("basic", { amount: 1 }));
  expect(low.code === "price_below_floor" && low.details.floor).toBe(500);
  const wrong = await rejectionOf(latchkey.accounts.create({ email: "no address" }));
  expect(wrong.code === "validation_failed" && wrong.details.issues[0]?.path).toBe("email");
  expect([wrong.status, wrong.name]).toEqual([422, "LatchkeyError"]);
  expect(wrong.requestId).toMatch(/^req_/);
  expect((await rejectionOf(latchkey.accounts.get("../me"))).code).toBe("not_found");

  const narrow = await stand.platform.newKey(await stand.platform.newPartner(), { scopes: [] });
  const bare = new Latchkey({ key: narrow.plaintext, baseUrl: stand.origin });
  const lacking = await rejectionOf(bare.accounts.list());
  expect(lacking.code === "insufficient_scope" && lacking.details.required).toBe("accounts:read");
  const hurried = await stand.newClient({ perMinute: 60, maxRetries: 0 });
  const calls = Array.from({ length: 15 }, () => hurried.latchkey.me());
  const [failed] = (await Promise.allSettled(calls)).filter(({ status }) => status === "rejected");
  const limited = await rejectionOf(Promise.reject(failed?.status === "rejected" && failed.reason));
  const wait = limited.code === "rate_limited" ? limited.details.retry_after_seconds : 0;
  expect(wait).toBeGreaterThanOrEqual(1);
});

it("listens to events from where it left off, until it is stopped", async () => {
  const { latchkey } = await stand.newClient();
  let after = "";
  const types: string[] = [];
  for await (const { type, sequence } of latchkey.events.listen()) {
    types.push(type);
    after = String(sequence);
    if (types.length === 2) break;
  }
  expect(types).toEqual(["key.created", "key.limit_changed"]);
  const stopping = new AbortController();
  const events = latchkey.events.listen({ after }, { signal: stopping.signal });
  const next = events.next();
  const { id } = await latchkey.accounts.create({ email: "event@example.com" });
  const { value: created } = await next;
  expect(created).toMatchObject({ type: "account.created", subject: { id } });
  // The type of an event is that of its data.
  expect(created?.type === "account.created" && created.data.external_id).toBe(null);
  const last = events.next();
  stopping.abort(new Error("stopped"));
  await expect(last).rejects.toThrow("stopped");
});

it("public/latchkey.ts has a method for each operation, and the tests above call all of them", () => {
  const called = [...stand.called];
  const missing = ENDPOINTS.filter(({ method, path }) => {
    const pattern = new RegExp(`^${method} ${path.replace(/\{\w+\}/g, "[^/]+")}$`);
    return !called.some((call) => pattern.test(call));
  });
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});
