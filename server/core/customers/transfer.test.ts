import { describe, expect, it } from "vitest";
import { concurrently } from "../../testing/concurrently";
import type { Platform } from "../../testing/platform";
import { inTransaction } from "../kernel/in-transaction";
import { setPartnerStatus, terminatePartner } from "../partners/mutations";
import type { Partner } from "../partners/schema";
import { anonymizeCustomer } from "./anonymize";
import { createCustomer } from "./mutations";
import { getCustomer, listCustomers } from "./queries";
import { moveCustomer } from "./status";
import { transferStand } from "./testing/transfer-stand";
import { transferCustomer } from "./transfer";
import { updateCustomer } from "./update";

const stand = await transferStand();
const { platform, client, clock, newStage, hand, record, charges, net, userCount, events } = stand;
const { expectTrueSums } = stand;

it("moves all that is known about the customer, once, and leaves its charges where they were", async () => {
  const { from, to, fields, customer, customerId } = await newStage();
  await record(from, { externalId: "old", accountId: customerId });
  clock.advance(1_000);
  const after = await hand(customerId, to);
  expect(after).toEqual({ ...customer, updatedAt: clock.now() });
  clock.advance(1_000);
  expect(await hand(customerId, to)).toEqual(after);
  const page = { limit: 10 };
  const list = (partner: Partner) =>
    listCustomers(platform.system, { partnerId: partner.id, ...page });
  expect([(await list(from)).data, (await list(to)).data]).toEqual([[], [after]]);
  expect([await userCount(from), await userCount(to)]).toEqual([0, 1]);
  expect([await charges(to), await net(customerId)]).toEqual([[], []]);
  expect(await charges(from, { accountId: customerId })).toMatchObject([
    { externalId: "old", customer: { email: fields.email, name: "Ada", isFormer: true } },
  ]);
  expect([await events(from), await events(to)]).toEqual([
    ["account.created", "account.transferred_out"],
    ["account.transferred_in"],
  ]);
  const rows = await platform.system.db.auditEvent.findMany({
    where: { action: "customer.transferred", subject: customerId },
  });
  const { email } = fields;
  rows.sort((one) => (one.partnerId === from.id ? -1 : 1));
  expect(rows.map(({ partnerId, detail }) => [partnerId, detail])).toEqual([
    [from.id, { email, direction: "out" }],
    [to.id, { email, direction: "in" }],
  ]);
});

describe("nothing is moved, with", () => {
  type Stage = Awaited<ReturnType<typeof newStage>>;
  const other = ({ to: { id: partnerId } }: Stage, fields: object) =>
    createCustomer(platform.system, {
      partnerId,
      email: "other@example.com",
      metadata: {},
      ...fields,
    });
  it.each<[string, (stage: Stage) => Promise<object>, object]>([
    [
      "a customer that has the email",
      (stage) => other(stage, { email: stage.fields.email.toUpperCase() }),
      { code: "conflict", details: { field: "email" } },
    ],
    [
      "a customer that has the external ID",
      (stage) => other(stage, { externalId: stage.fields.externalId }),
      { code: "conflict", details: { field: "externalId" } },
    ],
    [
      "a suspended partner",
      ({ to }) => setPartnerStatus(platform.system, { partnerId: to.id, status: "suspended" }),
      { code: "conflict", details: { field: "partner", status: "suspended" } },
    ],
    [
      "a terminated partner",
      ({ to }) => terminatePartner(platform.system, { partnerId: to.id }),
      { code: "conflict", details: { field: "partner", status: "terminated" } },
    ],
    [
      "an anonymized customer",
      ({ customerId }) => anonymizeCustomer(platform.system, { customerId }),
      { code: "conflict", details: { status: "anonymized" } },
    ],
  ])("%s", async (_, prepare, refusal) => {
    const stage = await newStage();
    await prepare(stage);
    await expect(hand(stage.customerId, stage.to)).rejects.toMatchObject(refusal);
    const { rows } = await client.query("SELECT partner_id FROM customers WHERE id = $1", [
      stage.customerId,
    ]);
    expect(rows).toEqual([{ partner_id: stage.from.id }]);
    expect(await events(stage.to)).not.toContain("account.transferred_in");
  });

  it("an interruption before the end", async () => {
    const { from, to, customerId } = await newStage();
    const broken = inTransaction(platform.system, async (inner) => {
      await transferCustomer(inner, { customerId, toPartnerId: to.id });
      throw new Error("crash");
    });
    await expect(broken).rejects.toThrow("crash");
    expect([await userCount(from), await userCount(to)]).toEqual([1, 0]);
    expect([await events(from), await events(to)]).toEqual([["account.created"], []]);
  });
});

it.each([
  [
    "suspended",
    (partnerId) => setPartnerStatus(platform.system, { partnerId, status: "suspended" }),
  ],
  ["terminated", (partnerId) => terminatePartner(platform.system, { partnerId })],
] satisfies [string, (partnerId: string) => Promise<unknown>][])(
  "a customer of a %s partner can be transferred, and keeps its status",
  async (_, end) => {
    const { from, to, customerId } = await newStage();
    await moveCustomer(platform.system, { customerId, move: "close" });
    await end(from.id);
    expect(await hand(customerId, to)).toMatchObject({ status: "closed" });
    expect([await userCount(from), await userCount(to)]).toEqual([0, 0]);
  },
);

type Change = (ctx: Platform["system"], customerId: string) => Promise<unknown>;
const CHANGES: Record<string, Change> = {
  update: (ctx, customerId) => updateCustomer(ctx, { customerId, name: "Mine" }),
  suspension: (ctx, customerId) => moveCustomer(ctx, { customerId, move: "suspend" }),
  erasure: (ctx, customerId) => anonymizeCustomer(ctx, { customerId }),
  async transfer(ctx, customerId) {
    const { id: toPartnerId } = await platform.newPartner();
    return transferCustomer(ctx, { customerId, toPartnerId });
  },
};

it.each([
  ["update", "a key", "not_found"],
  ["suspension", "a key", "not_found"],
  ["erasure", "a key", "not_found"],
  ["update", "the platform", "conflict"],
  ["suspension", "the platform", "conflict"],
  ["erasure", "the platform", "conflict"],
  ["transfer", "the platform", "conflict"],
])("%s by %s, under way when the customer left, changes nothing", async (name, who, code) => {
  const { from, to, customer, customerId } = await newStage();
  const key = { kind: "key", keyId: "key_x", partnerId: from.id } as const;
  const own = platform.as({ ...key, scopes: ["accounts:manage"] });
  await client.query("BEGIN");
  await client.query("SELECT FROM partners WHERE id = $1 FOR NO KEY UPDATE", [from.id]);
  const change = CHANGES[name]?.(who === "a key" ? own : platform.system, customerId);
  const changing = change?.catch((error: unknown) => error);
  const isWaiting = async () => {
    const found = await platform.system.db.$queryRaw<unknown[]>`
      SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'
        AND query LIKE '%FOR NO KEY UPDATE%' AND datname = current_database()`;
    return found.length;
  };
  await expect.poll(isWaiting).toBe(1);
  await client.query("UPDATE customers SET partner_id = $1 WHERE id = $2", [to.id, customerId]);
  await client.query("COMMIT");
  expect(await changing).toMatchObject({ code });
  expect(await getCustomer(platform.system, { customerId })).toEqual(customer);
});

it("twenty at once to two partners: the customer is at one, and the events say how it got there", async () => {
  const { from, to, customerId } = await newStage();
  const other = await platform.newPartner();
  const targets = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? to : other));
  await concurrently(targets, (target) => hand(customerId, target));
  const counts = await Promise.all([from, to, other].map(userCount));
  expect(counts.sort()).toEqual([0, 0, 1]);
  for (const partner of [from, to, other]) {
    const types = await events(partner);
    const isOf = (type: string) => types.filter((one) => one === type).length;
    const here = isOf("account.created") + isOf("account.transferred_in");
    expect(here - isOf("account.transferred_out")).toBe(await userCount(partner));
  }
  await expectTrueSums();
});

it("beside an erasure, nothing is left of the customer at either partner", async () => {
  const { from, to, fields, customerId } = await newStage();
  await record(from, { externalId: "old", accountId: customerId });
  const work = [
    () => hand(customerId, to),
    () => anonymizeCustomer(platform.system, { customerId }),
    () => hand(customerId, to),
  ];
  await concurrently(work, (run) => run());
  await anonymizeCustomer(platform.system, { customerId });
  for (const table of ["customers", "former_customers", "audit_events", "events"]) {
    const { rows } = await client.query(
      `SELECT FROM ${table} AS one WHERE one::text ILIKE '%' || $1 || '%'`,
      [fields.email],
    );
    expect([table, rows.length]).toEqual([table, 0]);
  }
  const [charge] = await charges(from);
  expect(charge?.customer).toMatchObject({ name: null, isAnonymized: true });
});
