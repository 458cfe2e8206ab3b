import { expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import { createCustomer } from "../customers/mutations";
import { renameKey, setKeyExpiry, setKeyNetworks, setKeyScopes } from "../keys/edit";
import { revokeKey, setKeyLimit } from "../keys/mutations";
import { decideLimitRequest, openLimitRequest } from "../limit-requests/mutations";
import { setBranding, setPartnerStatus, updatePartner } from "../partners/mutations";
import type { Ctx } from "./actor";
import { inTransaction } from "./in-transaction";

const platform = await platformForTests();

/** Contexts of a partner's owner and of the system, and what their writes announced last. */
async function newPartner() {
  const partner = await platform.newPartner();
  const { actor } = await platform.newPerson(partner, "owner");
  const { key } = await platform.newKey(partner, { scopes: ["accounts:read", "prices:read"] });
  const narrowing: boolean[] = [];
  const announce: Ctx["announce"] = async (partnerId, { narrows }) => {
    expect(partnerId).toBe(partner.id);
    narrowing.push(narrows);
    return false;
  };
  const waits = async (write: Promise<unknown>) => {
    narrowing.length = 0;
    await write;
    return narrowing;
  };
  const owner = { ...platform.as(actor), announce };
  return {
    partnerId: partner.id,
    keyId: key.id,
    waits,
    owner,
    system: { ...platform.system, announce },
  };
}

const WAITS = [true];
const DOES_NOT_WAIT = [false];
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

it("a write that takes access away waits for the proof, also when it is repeated", async () => {
  const { partnerId, keyId, waits, owner, system } = await newPartner();
  for (const perMinute of [60, 60]) {
    expect(await waits(setKeyLimit(system, { keyId, perMinute }))).toEqual(WAITS);
  }
  for (const expiresAt of [inHours(9), inHours(5)]) {
    expect(await waits(setKeyExpiry(owner, { keyId, expiresAt }))).toEqual(WAITS);
  }
  const scopes = ["accounts:read"] as const;
  for (const _ of ["first", "repeat"]) {
    const narrowed = setKeyScopes(owner, { keyId, scopes: [...scopes], mayWiden: false });
    expect(await waits(narrowed)).toEqual(WAITS);
  }
  const swapped = setKeyScopes(owner, { keyId, scopes: ["prices:read"], mayWiden: true });
  expect(await waits(swapped)).toEqual(WAITS);
  const ranges = (allowedNetworks: string[], mayWiden = false) =>
    waits(setKeyNetworks(owner, { keyId, allowedNetworks, mayWiden }));
  for (const _ of ["first", "repeat"]) expect(await ranges(["10.0.0.0/8"])).toEqual(WAITS);
  expect(await ranges(["10.0.0.0/9"])).toEqual(WAITS);
  expect(await ranges(["192.0.2.1/32"], true), "some in, some out").toEqual(WAITS);
  for (const _ of ["first", "repeat"]) {
    const suspended = setPartnerStatus(system, { partnerId, status: "suspended", reason: "test" });
    expect(await waits(suspended)).toEqual(WAITS);
    expect(await waits(revokeKey(system, { keyId, after: "now" }))).toEqual(WAITS);
  }
});

it("every other write does not", async () => {
  const { partnerId, keyId, waits, owner, system } = await newPartner();
  const customer = { email: "a@example.com", externalId: null, metadata: {} };
  expect(await waits(createCustomer(owner, { partnerId, ...customer }))).toEqual(DOES_NOT_WAIT);
  expect(await waits(renameKey(owner, { keyId, label: "renamed" }))).toEqual(DOES_NOT_WAIT);
  expect(await waits(setKeyLimit(system, { keyId, perMinute: 600 }))).toEqual(DOES_NOT_WAIT);
  await setKeyExpiry(owner, { keyId, expiresAt: inHours(5) });
  for (const expiresAt of [inHours(9), null]) {
    expect(await waits(setKeyExpiry(owner, { keyId, expiresAt }))).toEqual(DOES_NOT_WAIT);
  }
  const scopes = ["accounts:read", "prices:read", "metrics:read"] as const;
  const widened = setKeyScopes(owner, { keyId, scopes: [...scopes], mayWiden: true });
  expect(await waits(widened)).toEqual(DOES_NOT_WAIT);
  const ranges = (allowedNetworks: string[], mayWiden: boolean) =>
    waits(setKeyNetworks(owner, { keyId, allowedNetworks, mayWiden }));
  await ranges(["10.0.0.0/8"], false);
  for (const wider of [["10.0.0.0/8", "::/0"], []]) {
    expect(await ranges(wider, true)).toEqual(DOES_NOT_WAIT);
  }
  const branding = { logoUrl: null, colour: "#123456", supportEmail: null };
  expect(await waits(setBranding(owner, { partnerId, ...branding }))).toEqual(DOES_NOT_WAIT);
  await setPartnerStatus(system, { partnerId, status: "suspended" });
  const reactivated = setPartnerStatus(system, { partnerId, status: "active" });
  expect(await waits(reactivated)).toEqual(DOES_NOT_WAIT);
  const renamed = updatePartner(system, { partnerId, name: "Renamed" });
  expect(await waits(renamed)).toEqual(DOES_NOT_WAIT);
});

it("an approved request waits only if the limit is lower than it has become meanwhile", async () => {
  for (const [perMinute, expected] of [
    [900, DOES_NOT_WAIT],
    [500, WAITS],
  ] as const) {
    const { keyId, waits, owner, system } = await newPartner();
    const { id } = await openLimitRequest(owner, {
      keyId,
      wantedPerMinute: 900,
      reason: "a larger shop",
    });
    await setKeyLimit(system, { keyId, perMinute: 600 });
    const decided = decideLimitRequest(system, { id, decision: "approve", perMinute });
    expect(await waits(decided)).toEqual(expected);
  }
});

it("writes in one transaction wait if one of them takes access away", async () => {
  const { keyId, waits, system } = await newPartner();
  const limits = (perMinutes: readonly number[]) =>
    inTransaction(system, async (inner) => {
      for (const perMinute of perMinutes) await setKeyLimit(inner, { keyId, perMinute });
    });
  expect(await waits(limits([600, 900]))).toEqual(DOES_NOT_WAIT);
  expect(await waits(limits([1_000, 60, 700]))).toEqual(WAITS);
});
