import { describe, expect, it } from "vitest";
import { changeIssuer } from "../core/issuer/mutations";
import type { Actor } from "../core/kernel/actor";
import { setPrice } from "../core/prices/mutations";
import { saveProduct } from "../core/products/mutations";
import { consentToSelfBilling } from "../core/self-billing/mutations";
import { platformForTests } from "../testing/platform";
import { appRouter } from "./root";
import { ALL_CALLERS, type Row, type Who } from "./testing/callers";
import { fieldsOf } from "./testing/fields-of";
import { homeRows } from "./testing/home-rows";
import { importRows } from "./testing/import-rows";
import { leakRows } from "./testing/leak-rows";
import { payoutDetailsRows } from "./testing/payout-details-rows";
import { productRows } from "./testing/product-rows";
import { accountRows, operatorRows, partnerRows } from "./testing/rows";
import { newEndpoint, newNotification, newTerm } from "./testing/scene";
import { scopeRows } from "./testing/scope-rows";
import { thingsIn } from "./testing/things";
import { ISSUER, transferRows } from "./testing/transfer-rows";

const ids = {
  key: "",
  askedKey: "",
  toTerminate: "",
  limitRequest: "",
  operator: "",
  platformKey: "",
  customer: "",
  run: "",
  month: "",
  product: "",
  payout: "",
  transfer: "",
  charge: "",
  request: "",
  member: "",
  link: "",
  session: "",
  endpoint: "",
  event: "",
  ownEvent: "",
  alert: "",
  details: "",
  scope: "",
};
const actors = new Map<Who, Actor | null>();
const platform = await platformForTests();
const partner = await platform.newPartner();
const basic = { code: "basic", name: "Basic", currency: "EUR" };
await saveProduct(platform.system, { ...basic, floor: 500, defaultRetail: 900 });
await newTerm(platform, partner);
const { key, plaintext } = await platform.newKey(partner);
const logged = await platform.call("/me", { key: plaintext });
ids.request = logged.headers.get("x-request-id") ?? "";
const refused = { keyId: key.id, at: new Date(), status: 429, address: null };
platform.wiring.recorder.record(refused);
await platform.wiring.recorder.flush();
await setPrice(platform.system, { partnerId: partner.id, product: "basic", amount: 700 });
await changeIssuer(platform.system, ISSUER);
const roomy = { where: { id: partner.id }, data: { maxActiveKeys: 5_000 } };
await platform.wiring.core.transact((tx) => tx.partner.update(roomy));
actors.set("nobody", null);
for (const role of ["viewer", "developer", "owner"] as const) {
  actors.set(role, (await platform.newPerson(partner, role)).actor);
}
await newNotification(platform, partner, actors.get("viewer"));
await consentToSelfBilling(platform.system, { partnerId: partner.id });
actors.set("operator", (await platform.newOperator()).actor);
actors.set("owner while suspended", (await platform.newPerson(partner, "owner")).actor);
const other = await platform.newPartner();
const otherCode = other.code;
actors.set("owner of another partner", (await platform.newPerson(other, "owner")).actor);

const things = thingsIn(ids);

/**
 * Creates again what the calls since then may have used up: for a change only what its input names,
 * because most calls are changes, and everything would take longer than all of the calls.
 */
async function renew(procedure: string, row: Row) {
  if (!isChange(procedure)) return renewAll();
  // Otherwise the wrong passwords of earlier calls would throttle the next ones.
  await platform.wiring.core.transact((tx) => tx.signInThrottle.deleteMany());
  const owner = actors.get("owner");
  await things.renew({ platform, partner, owner }, JSON.stringify(row.input() ?? null));
}

const renewAll = () => things.renew({ platform, partner, owner: actors.get("owner") });

const TABLE: Record<string, Row> = {
  ...accountRows(ids),
  ...partnerRows(() => ({ partner, ids })),
  ...payoutDetailsRows(() => ({ partner, ids })),
  ...transferRows(() => ({ partner, ids })),
  ...scopeRows({ scope: () => ids.scope }),
  ...productRows({ product: () => ids.product }),
  ...leakRows(() => ({ partner, ids })),
  ...homeRows(),
  ...importRows({ runId: () => ids.run }),
  ...operatorRows({
    partnerId: () => partner.id,
    partnerCode: () => partner.code,
    customerId: () => ids.customer,
    toTerminate: () => ids.toTerminate,
    operatorId: () => ids.operator,
    platformKeyId: () => ids.platformKey,
    requestId: () => ids.limitRequest,
    payoutId: () => ids.payout,
    month: () => ids.month,
  }),
};

it("the table lists the access rule of every procedure", () => {
  const procedures = Object.keys(appRouter._def.procedures).sort();
  expect(Object.keys(TABLE).sort(), "the rows in server/trpc/testing").toEqual(procedures);
});

it("a viewer can change only their own account", () => {
  const changes = Object.keys(appRouter._def.procedures)
    .filter(isChange)
    .filter((name) => TABLE[name]?.ok.includes("viewer"));
  expect(changes.filter((name) => !/^(session|security|notifications)\./.test(name))).toEqual([]);
});

function isChange(name: string): boolean {
  const procedures: Record<string, unknown> = appRouter._def.procedures;
  return (procedures[name] as { _def: { type: string } })._def.type === "mutation";
}

function expected(row: Row, who: Who): string {
  if (row.ok.includes(who)) return "ok";
  if (who === "owner while suspended" && row.suspended) return row.suspended;
  if (row.notFound?.includes(who)) return "not_found";
  if (who === "nobody") return "unauthenticated";
  return row.otherwise ?? "forbidden";
}

type Outcome = { code: string; answer?: unknown };

function call(procedure: string, actor: Actor | null): (input: unknown) => Promise<unknown> {
  const found = procedure
    .split(".")
    .reduce(
      (node: unknown, name) => (node as Record<string, unknown>)[name],
      platform.caller(actor),
    );
  return found as (input: unknown) => Promise<unknown>;
}

async function outcome(procedure: string, input: unknown, actor: Actor | null): Promise<Outcome> {
  try {
    const answer = await call(procedure, actor)(input);
    if (isChange(procedure)) things.afterChange();
    return { code: "ok", answer };
  } catch (error) {
    const { cause, code } = error as { cause?: { code?: string }; code: string };
    return { code: code === "BAD_REQUEST" ? "validation_failed" : (cause?.code ?? code) };
  }
}

async function setStatus(status: "active" | "suspended"): Promise<void> {
  const data = { where: { id: partner.id }, data: { status, suspendedReason: null } };
  await platform.wiring.core.transact((tx) => tx.partner.update(data));
}

/** The fields of each procedure's response, one a line, as the first of its callers gets it. */
const answers = new Map<string, string>();

describe.each(Object.entries(TABLE))("%s", (procedure, row) => {
  it.each(ALL_CALLERS)("responds to %s as the table says", async (who) => {
    await renew(procedure, row);
    const isSuspended = who === "owner while suspended";
    if (isSuspended) await setStatus("suspended");
    const { code, answer } = await outcome(procedure, row.input(), actors.get(who) ?? null);
    if (isSuspended) await setStatus("active");
    expect(code).toBe(expected(row, who));
    if (who === row.ok[0]) {
      const fields = fieldsOf(answer).map((field) => `  ${field}`);
      answers.set(procedure, fields.join("\n") || "  nothing");
    }
    if (who !== "owner of another partner") return;
    const text = JSON.stringify(answer) ?? "";
    // Scopes are the platform's.
    const ofAll = ["", ids.session, ids.scope];
    const theirs = [partner.id, ...Object.values(ids)];
    for (const id of theirs.filter((one) => !ofAll.includes(one))) {
      expect(text, "what is another partner's").not.toContain(id);
    }
  });
});

it("the procedures return the fields in testing/answers.txt and no others", async () => {
  // Procedures that return the same stand above it together.
  const procedures = new Map<string, string[]>();
  for (const [procedure, fields] of [...answers].sort()) {
    procedures.set(fields, [...(procedures.get(fields) ?? []), procedure]);
  }
  const parts = [...procedures].map(([fields, names]) => [...names, fields].join("\n"));
  await expect(`${parts.join("\n")}\n`).toMatchFileSnapshot("testing/answers.txt");
});

const PLATFORM_ROWS = Object.entries(TABLE).filter(([name]) => /^(webhooks|events)\./.test(name));

describe.each(PLATFORM_ROWS)("%s of the platform", (procedure, row) => {
  it("is for operators only", async () => {
    await renewAll();
    const things = { ...(await newEndpoint(platform, null)) };
    const input = { ...Object(row.input()), partner: null };
    const own = {
      ...input,
      ...("endpointId" in input && { endpointId: things.endpoint }),
      ...("eventId" in input && "endpointId" in input && { eventId: things.event }),
    };
    for (const who of ALL_CALLERS.filter((one) => one !== "operator")) {
      const refused = who === "nobody" ? "unauthenticated" : "forbidden";
      expect((await outcome(procedure, own, actors.get(who) ?? null)).code, who).toBe(refused);
    }
    const operator = actors.get("operator") ?? null;
    expect((await outcome(procedure, own, operator)).code).toBe("ok");
  });

  it("does not find a partner's endpoint", async () => {
    await renew(procedure, row);
    const input = { ...Object(row.input()), partner: null };
    if (!("endpointId" in input)) return;
    const operator = actors.get("operator") ?? null;
    expect((await outcome(procedure, input, operator)).code).toBe("not_found");
  });
});

it("treats another partner's key as not found", async () => {
  const theirs = (await platform.newKey(partner)).key.id;
  const other = platform.caller(actors.get("owner of another partner") ?? null);
  const ask = (keyId: string) => failureOf(other.keys.get({ partner: otherCode, keyId }));
  expect(await ask(theirs)).toBe(await ask(`key_${"0".repeat(26)}`));
});

it("treats another partner's code as not found, in every procedure that accepts it", async () => {
  await renewAll();
  const who = actors.get("owner of another partner") ?? null;
  for (const [name, row] of Object.entries(TABLE)) {
    const input = row.input();
    if (!isOfPartner(input)) continue;
    const theirs = await failureOf(call(name, who)(input));
    expect(await failureOf(call(name, who)({ ...input, partner: "no-such-partner" }))).toBe(theirs);
  }
});

it("lists no key of another partner", async () => {
  const mine = await platform
    .caller(actors.get("owner") ?? null)
    .keys.list({ partner: partner.code });
  const theirs = await platform
    .caller(actors.get("owner of another partner") ?? null)
    .keys.list({ partner: otherCode });
  const own = new Set(mine.data.map(({ id }) => id));
  expect(theirs.data.filter(({ id }) => own.has(id))).toEqual([]);
});

it("limits an operator to the partner named in the call", async () => {
  await renewAll();
  const operator = actors.get("operator") ?? null;
  for (const [name, row] of Object.entries(TABLE)) {
    const input = row.input();
    const namesThing = isOfPartner(input) && Object.keys(input).some((key) => key.endsWith("Id"));
    if (!namesThing || !row.ok.includes("operator")) continue;
    const { code } = await outcome(name, { ...input, partner: otherCode }, operator);
    expect(code, name).toBe("not_found");
  }
});

function isOfPartner(input: unknown): input is { partner: string } {
  return typeof Object(input).partner === "string";
}

async function failureOf(calling: Promise<unknown>): Promise<string> {
  const error = await calling.catch((thrown: unknown) => thrown);
  const names = Object.getOwnPropertyNames(error).filter((name) => name !== "stack");
  return JSON.stringify(error, names);
}
