import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlatform, type Platform } from "../../e2e/support/platform";
import type { Actor } from "../core/actor";
import { createCustomer } from "../core/customers/mutations";
import type { KeyView } from "../core/keys/view";
import { openLimitRequest } from "../core/limit-requests/mutations";
import type { Partner } from "../core/partners/schema";
import { setPrice } from "../core/prices/mutations";
import { saveProduct } from "../core/products/mutations";
import { listOpenLinks } from "../core/team/open-links";
import { appRouter } from "./root";
import { ANSWERS, fieldsOf } from "./testing/answers";
import {
  EVERYBODY,
  OTHER,
  operatorRows,
  type Row,
  TEAM_MEMBERS,
  teamRows,
  type Who,
} from "./testing/rows";
import { importCharges, newMember, newOperator, newPayout, newSession } from "./testing/scene";

let platform: Platform;
let partner: Partner;
let key: KeyView;
let requestId: string;
let askedKeyId: string;
let isUnused = false;
let customerId: string;
let made = 0;
let payoutId: string;
let loggedId: string;
let runId: string;
let operatorId: string;
const teamIds = { member: "", link: "", session: "" };
const actors = new Map<Who, Actor | null>();
beforeAll(async () => {
  platform = await openPlatform();
  partner = await platform.newPartner();
  const basic = { code: "basic", name: "Basic", currency: "EUR" };
  await saveProduct(platform.system, { ...basic, floor: 500, defaultRetail: 900 });
  const email = "known@example.com";
  payoutId = await newPayout(platform, partner);
  const logged = await platform.call("/me", { key: (await platform.newKey(partner)).plaintext });
  loggedId = logged.headers.get("x-request-id") ?? "";
  await platform.wiring.recorder.flush();
  customerId = (
    await createCustomer(platform.system, { partnerId: partner.id, email, metadata: {} })
  ).id;
  runId = await importCharges(platform, partner, customerId);
  await setPrice(platform.system, { partnerId: partner.id, product: "basic", amount: 700 });
  const roomy = { where: { id: partner.id }, data: { maxActiveKeys: 5_000 } };
  await platform.wiring.core.transact((tx) => tx.partner.update(roomy));
  actors.set("nobody", null);
  for (const role of ["viewer", "developer", "owner"] as const) {
    actors.set(role, (await platform.newPerson(partner, role)).actor);
  }
  actors.set("operator", (await platform.newOperator()).actor);
  const other = await platform.newPartner();
  actors.set("owner of another partner", (await platform.newPerson(other, "owner")).actor);
});
afterAll(() => platform.close());

/**
 * Makes what a call may use up: a key, a member, a session, and a request for a higher limit. What the
 * calls since then have only read, or were refused to change, serves again.
 */
async function renew() {
  if (isUnused) return;
  isUnused = true;
  key = (await platform.newKey(partner)).key;
  askedKeyId = (await platform.newKey(partner)).key.id;
  const asked = { keyId: askedKeyId, wantedPerMinute: 600 };
  teamIds.member = await newMember(platform, partner);
  teamIds.link = (await listOpenLinks(platform.system, { partnerId: partner.id }))[0]?.id ?? "";
  operatorId = await newOperator(platform);
  teamIds.session = await newSession(platform, actors.get("owner"));
  requestId = (await openLimitRequest(platform.system, { ...asked, reason: "more" })).id;
}

const keyWrite = (input: object): Row => ({
  input: () => ({ keyId: key.id, ...input }),
  ok: ["developer", "owner"],
  notFound: OTHER,
});
const TABLE: Record<string, Row> = {
  "session.whoAmI": { input: () => undefined, ok: [...TEAM_MEMBERS, "operator", ...OTHER] },
  ...teamRows(teamIds),
  "keys.list": { input: () => undefined, ok: [...TEAM_MEMBERS, ...OTHER] },
  "keys.page": { input: () => ({}), ok: [...TEAM_MEMBERS, ...OTHER] },
  "keys.get": { input: () => ({ keyId: key.id }), ok: TEAM_MEMBERS, notFound: OTHER },
  "keys.history": { input: () => ({ keyId: key.id }), ok: TEAM_MEMBERS, notFound: OTHER },
  "keys.issue": {
    input: () => ({ label: "new", scopes: [] }),
    ok: ["developer", "owner", ...OTHER],
  },
  "keys.rename": keyWrite({ label: "renamed" }),
  "keys.setExpiry": keyWrite({ expiresAt: null }),
  "keys.setScopes": keyWrite({ scopes: ["payouts:read"], mayWiden: true }),
  "keys.rotate": keyWrite({}),
  "keys.setLimit": { input: () => ({ keyId: key.id, perMinute: 600 }), ok: ["operator"] },
  "keys.revoke": {
    input: () => ({ keyId: key.id, after: "now" }),
    ok: ["developer", "owner", "operator"],
    notFound: OTHER,
  },
  "limitRequests.page": { input: () => ({}), ok: [...TEAM_MEMBERS, "operator", ...OTHER] },
  "limitRequests.list": { input: () => undefined, ok: [...TEAM_MEMBERS, "operator", ...OTHER] },
  "limitRequests.open": {
    input: () => ({ keyId: key.id, wantedPerMinute: 600, reason: "more shops" }),
    ok: ["developer", "owner"],
    notFound: OTHER,
  },
  "limitRequests.decide": {
    input: () => ({ decision: "decline", id: requestId, answer: "not now" }),
    ok: ["operator"],
  },
  "metrics.get": { input: () => ({}), ok: [...TEAM_MEMBERS, ...OTHER] },
  "metrics.byProduct": { input: () => ({}), ok: [...TEAM_MEMBERS, ...OTHER] },
  "customers.list": { input: () => ({}), ok: [...TEAM_MEMBERS, ...OTHER] },
  "customers.counts": { input: () => undefined, ok: [...TEAM_MEMBERS, ...OTHER] },
  "customers.get": { input: () => ({ customerId }), ok: TEAM_MEMBERS, notFound: OTHER },
  "customers.charges": { input: () => ({ customerId }), ok: TEAM_MEMBERS, notFound: OTHER },
  "customers.chargeSums": { input: () => ({ customerId }), ok: TEAM_MEMBERS, notFound: OTHER },
  "customers.create": {
    input: () => ({ email: `new-${++made}@example.com` }),
    ok: ["developer", "owner", ...OTHER],
  },
  "prices.list": { input: () => ({}), ok: [...TEAM_MEMBERS, ...OTHER] },
  "prices.get": { input: () => ({ product: "basic" }), ok: [...TEAM_MEMBERS, ...OTHER] },
  "prices.history": { input: () => ({ product: "basic" }), ok: [...TEAM_MEMBERS, ...OTHER] },
  "prices.set": {
    input: () => ({ product: "basic", amount: 600 }),
    ok: ["developer", "owner", ...OTHER],
  },
  "payouts.list": { input: () => ({}), ok: [...TEAM_MEMBERS, "operator", ...OTHER] },
  "payouts.sums": { input: () => undefined, ok: [...TEAM_MEMBERS, "operator", ...OTHER] },
  "payouts.get": {
    input: () => ({ payoutId }),
    ok: [...TEAM_MEMBERS, "operator"],
    notFound: OTHER,
  },
  "payouts.close": { input: () => ({ period: "2020-01" }), ok: ["operator"] },
  "payouts.mark": {
    input: () => ({ payoutId, status: "paid", reference: "R" }),
    ok: ["operator"],
  },
  "payouts.correct": { input: () => ({ payoutId }), ok: ["operator"] },
  "requests.list": { input: () => ({}), ok: [...TEAM_MEMBERS, ...OTHER] },
  "requests.get": { input: () => ({ requestId: loggedId }), ok: TEAM_MEMBERS, notFound: OTHER },
  "usage.series": { input: () => ({ keyId: key.id }), ok: TEAM_MEMBERS, notFound: OTHER },
  "usage.summary": { input: () => undefined, ok: [...TEAM_MEMBERS, ...OTHER] },
  ...operatorRows({
    partnerId: () => partner.id,
    runId: () => runId,
    operatorId: () => operatorId,
  }),
  "partners.create": {
    input: () => ({ code: `new-${++made}`, name: "New" }),
    ok: ["operator"],
  },
};

it("says of every procedure who may call it", () => {
  expect(Object.keys(appRouter._def.procedures).sort()).toEqual(Object.keys(TABLE).sort());
});

it("lets a viewer change nothing but the own account", () => {
  const changes = Object.keys(appRouter._def.procedures)
    .filter(isChange)
    .filter((name) => TABLE[name]?.ok.includes("viewer"));
  expect(changes.filter((name) => !/^(session|security)\./.test(name))).toEqual([]);
});

function isChange(name: string): boolean {
  const procedures: Record<string, unknown> = appRouter._def.procedures;
  return (procedures[name] as { _def: { type: string } })._def.type === "mutation";
}

function expected(row: Row, who: Who): string {
  if (row.ok.includes(who)) return "ok";
  if (row.notFound?.includes(who)) return "not_found";
  if (who === "nobody") return "unauthenticated";
  return row.otherwise ?? "forbidden";
}

type Outcome = { code: string; answer?: unknown };

async function outcome(
  procedure: string,
  input: unknown,
  actor: Actor | null,
  viewing: string | null = null,
): Promise<Outcome> {
  const call = procedure
    .split(".")
    .reduce(
      (node: unknown, name) => (node as Record<string, unknown>)[name],
      platform.caller(actor, viewing),
    );
  try {
    const answer = await (call as (input: unknown) => Promise<unknown>)(input);
    if (isChange(procedure)) isUnused = false;
    return { code: "ok", answer };
  } catch (error) {
    const { cause, code } = error as { cause?: { code?: string }; code: string };
    return { code: code === "BAD_REQUEST" ? "validation_failed" : (cause?.code ?? code) };
  }
}

describe.each(Object.entries(TABLE))("%s", (procedure, row) => {
  it("answers with the fields that are listed, and no others", async () => {
    await renew();
    const [who] = row.ok;
    const listed = ANSWERS[procedure];
    if (who === undefined) return expect(listed).toBeUndefined();
    const { code, answer } = await outcome(procedure, row.input(), actors.get(who) ?? null);
    expect(code).toBe("ok");
    expect(fieldsOf(answer)).toEqual(listed?.toSorted());
  });

  it.each(EVERYBODY)("gives %s what the table says", async (who) => {
    await renew();
    const { code, answer } = await outcome(procedure, row.input(), actors.get(who) ?? null);
    expect(code).toBe(expected(row, who));
    if (who !== "owner of another partner") return;
    const told = JSON.stringify(answer) ?? "";
    const ids = [partner.id, key.id, askedKeyId, requestId, customerId, payoutId];
    for (const id of [...ids, teamIds.member, teamIds.link]) {
      expect(told, "what is another partner's").not.toContain(id);
    }
  });
});

it("answers another partner's key exactly as an unknown one", async () => {
  const otherKey = (await platform.newKey(partner)).key.id;
  const actor = actors.get("owner of another partner") ?? null;
  const ask = async (keyId: string) => {
    const error = await platform
      .caller(actor)
      .keys.get({ keyId })
      .catch((e: unknown) => e);
    return JSON.stringify(
      error,
      Object.getOwnPropertyNames(error).filter((n) => n !== "stack"),
    );
  };
  expect(await ask(otherKey)).toBe(await ask(`key_${"0".repeat(26)}`));
});

it("lists none of another partner's keys", async () => {
  const mine = await platform.caller(actors.get("owner") ?? null).keys.list();
  const theirs = await platform.caller(actors.get("owner of another partner") ?? null).keys.list();
  const ids = new Set(mine.map(({ id }) => id));
  expect(theirs.filter(({ id }) => ids.has(id))).toEqual([]);
});

describe("an operator who looks on", () => {
  const READS = Object.entries(TABLE).filter(([, { ok }]) => ok.includes("viewer"));
  const WRITES = Object.entries(TABLE).filter(
    ([name, { ok }]) =>
      !ok.includes("viewer") &&
      ok.includes("owner") &&
      name !== "keys.revoke" &&
      // One's own account stays one's own.
      !name.startsWith("security."),
  );
  const looking = async (procedure: string, input: unknown) =>
    (await outcome(procedure, input, actors.get("operator") ?? null, partner.id)).code;

  it.each(READS)("may read what the partner reads: %s", async (procedure, row) => {
    expect(await looking(procedure, row.input())).toBe("ok");
  });
  it.each([...WRITES, ["keys.revoke", TABLE["keys.revoke"]] as const])(
    "is refused every write of the partner's: %s",
    async (procedure, row) => {
      key = (await platform.newKey(partner)).key;
      expect(await looking(procedure, row?.input())).toBe("forbidden");
    },
  );
  it.each(Object.entries(TABLE).filter(([, { ok }]) => ok.join() === "operator"))(
    "is refused what operators do as themselves: %s",
    async (procedure, row) => {
      expect(await looking(procedure, row.input())).toBe("forbidden");
    },
  );
  it("sees nothing of another partner, and nobody but an operator can look on", async () => {
    const theirs = actors.get("owner of another partner") ?? null;
    key = (await platform.newKey(partner)).key;
    const { code } = await outcome("keys.get", { keyId: key.id }, theirs, partner.id);
    expect(code).toBe("not_found");
    const other = await platform.newPartner();
    const operator = actors.get("operator") ?? null;
    const looked = await outcome("keys.get", { keyId: key.id }, operator, other.id);
    expect(looked.code).toBe("not_found");
  });
});
