import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlatform, type Platform } from "../../e2e/support/platform";
import type { Actor } from "../core/actor";
import type { KeyView } from "../core/keys/view";
import { openLimitRequest } from "../core/limit-requests/service";
import type { Partner } from "../core/partners/schema";
import { appRouter } from "./root";

type Who = "nobody" | "viewer" | "developer" | "owner" | "operator" | "owner of another partner";
const EVERYBODY: Who[] = [
  "nobody",
  "viewer",
  "developer",
  "owner",
  "operator",
  "owner of another partner",
];

let platform: Platform;
let partner: Partner;
let key: KeyView;
let requestId: string;
const actors = new Map<Who, Actor | null>();
beforeAll(async () => {
  platform = await openPlatform();
  partner = await platform.newPartner();
  const roomy = { where: { id: partner.id }, data: { maxActiveKeys: 1_000 } };
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

/** For each procedure: input that names a thing of the partner's, and what each caller gets. */
type Row = {
  input: () => unknown;
  ok: Who[];
  /** Where the thing does not exist for the caller, rather than being forbidden. */
  notFound?: Who[];
  open?: true;
};
const STAFF: Who[] = ["viewer", "developer", "owner"];
const OTHER: Who[] = ["owner of another partner"];
const TABLE: Record<string, Row> = {
  "session.whoAmI": { input: () => undefined, ok: [...STAFF, "operator", ...OTHER] },
  "session.changePassword": { input: () => ({ current: "x", next: "short" }), ok: [] },
  "session.readLink": { input: () => ({ token: "x" }), ok: [], notFound: EVERYBODY, open: true },
  "session.redeemLink": {
    input: () => ({ token: "x", password: "long enough a password" }),
    ok: [],
    notFound: EVERYBODY,
    open: true,
  },
  "keys.list": { input: () => undefined, ok: [...STAFF, ...OTHER] },
  "keys.get": { input: () => ({ keyId: key.id }), ok: STAFF, notFound: OTHER },
  "keys.issue": {
    input: () => ({ label: "new", scopes: [] }),
    ok: ["developer", "owner", ...OTHER],
  },
  "keys.rotate": { input: () => ({ keyId: key.id }), ok: ["developer", "owner"], notFound: OTHER },
  "keys.revoke": {
    input: () => ({ keyId: key.id, after: "now" }),
    ok: ["developer", "owner"],
    notFound: OTHER,
  },
  "limitRequests.list": { input: () => undefined, ok: [...STAFF, "operator", ...OTHER] },
  "limitRequests.open": {
    input: () => ({ keyId: key.id, wantedPerMinute: 600, reason: "more shops" }),
    ok: ["developer", "owner"],
    notFound: OTHER,
  },
  "limitRequests.decide": {
    input: () => ({ decision: "decline", id: requestId, answer: "not now" }),
    ok: ["operator"],
  },
  "partners.list": { input: () => undefined, ok: ["operator"] },
  "partners.suspend": { input: () => ({ partnerId: partner.id }), ok: ["operator"] },
  "partners.reactivate": { input: () => ({ partnerId: partner.id }), ok: ["operator"] },
};

it("says of every procedure who may call it", () => {
  expect(Object.keys(appRouter._def.procedures).sort()).toEqual(Object.keys(TABLE).sort());
});

function expected(procedure: string, row: Row, who: Who): string {
  if (row.ok.includes(who)) return "ok";
  if (row.notFound?.includes(who)) return "not_found";
  if (who === "nobody") return "unauthenticated";
  return procedure === "session.changePassword" ? "validation_failed" : "forbidden";
}

async function outcome(procedure: string, input: unknown, actor: Actor | null): Promise<string> {
  const call = procedure
    .split(".")
    .reduce(
      (node: unknown, name) => (node as Record<string, unknown>)[name],
      platform.caller(actor),
    );
  try {
    await (call as (input: unknown) => Promise<unknown>)(input);
    return "ok";
  } catch (error) {
    const { cause, code } = error as { cause?: { code?: string }; code: string };
    return code === "BAD_REQUEST" ? "validation_failed" : (cause?.code ?? code);
  }
}

describe.each(Object.entries(TABLE))("%s", (procedure, row) => {
  it.each(EVERYBODY)("gives %s what the table says", async (who) => {
    key = (await platform.newKey(partner)).key;
    const asked = { keyId: (await platform.newKey(partner)).key.id, wantedPerMinute: 600 };
    requestId = (await openLimitRequest(platform.system, { ...asked, reason: "more" })).id;
    const got = await outcome(procedure, row.input(), actors.get(who) ?? null);
    expect(got).toBe(expected(procedure, row, who));
  });
});

it("answers a foreign key exactly as an unknown one", async () => {
  const foreign = (await platform.newKey(partner)).key.id;
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
  expect(await ask(foreign)).toBe(await ask(`key_${"0".repeat(26)}`));
});

it("lists none of another partner's keys", async () => {
  const mine = await platform.caller(actors.get("owner") ?? null).keys.list();
  const theirs = await platform.caller(actors.get("owner of another partner") ?? null).keys.list();
  const ids = new Set(mine.map(({ id }) => id));
  expect(theirs.filter(({ id }) => ids.has(id))).toEqual([]);
});
