import { expect, it } from "vitest";
import { createCustomer } from "../../core/customers/mutations";
import { revokePlatformKey } from "../../core/platform-keys/mutations";
import { type Platform, platformForTests } from "../../testing/platform";
import { STANDS } from "../testing/stands";

const platform = await platformForTests({ hasOwnServer: true });
/** Another process of the same deployment. */
const beside = await platformForTests({ hasOwnServer: true, beside: platform });

type Page = {
  data: { type: string; partner: string; data: { external_id?: string } }[];
  next_after: string;
  has_more: boolean;
};

const newKey = () => STANDS.platform.newKey(platform, { id: "" });
const get = (key: string, query: string) => platform.callPlatform(`/events?${query}`, { key });

/** With the position of now: a held request may read what is the latest only later. */
async function start(key: string, query: string): Promise<Response> {
  const { next_after }: Page = await (await get(key, "after=latest")).json();
  return get(key, `after=${encodeURIComponent(next_after)}&${query}`);
}

/** Resolves once so many requests are held. */
async function held(count = 1): Promise<void> {
  while (platform.wiring.holds.stats().now < count) {
    await new Promise((turn) => setImmediate(turn));
  }
}

const addCustomer = (of: Platform, partnerId: string, externalId: string) =>
  createCustomer(of.system, {
    partnerId,
    email: `${externalId}@example.com`,
    externalId,
    metadata: {},
  });

it("is answered with an event of any partner, written by this process or by another", async () => {
  const { plaintext } = await newKey();
  for (const [n, of] of [platform, beside].entries()) {
    const partner = await platform.newPartner();
    const request = start(plaintext, "wait=30&types=account.*");
    await held();
    // Of a type that it does not wait for.
    await platform.newKey(partner);
    await addCustomer(of, partner.id, `n${n}`);
    const { data }: Page = await (await request).json();
    expect(data).toMatchObject([{ partner: partner.code, data: { external_id: `n${n}` } }]);
  }
});

it("misses no event that is committed while an earlier transaction is still running", async () => {
  const { plaintext } = await newKey();
  const [early, late] = [await platform.newPartner(), await platform.newPartner()];
  const request = start(plaintext, "wait=30&types=account.*");
  await held();
  // Nothing signals the end of a transaction without events.
  await beside.wiring.core.transact(async (tx) => {
    await tx.partner.update({ where: { id: early.id }, data: { notes: "held" } });
    await addCustomer(platform, late.id, "behind");
  });
  const { data }: Page = await (await request).json();
  expect(data).toMatchObject([{ partner: late.code, data: { external_id: "behind" } }]);
});

it("ends when its key is revoked, and when the server stops", async () => {
  const [revoked, stopped] = [await newKey(), await newKey()];
  const requests = [start(revoked.plaintext, "wait=30"), start(stopped.plaintext, "wait=30")];
  await held(2);
  await revokePlatformKey(beside.system, { keyId: revoked.id, after: "now" });
  expect(await (await requests[0])?.json()).toMatchObject({ code: "revoked_api_key" });
  platform.wiring.holds.end();
  expect((await requests[1])?.status).toBe(200);
});
