import { expect, it } from "vitest";
import { revokeKey } from "../../core/keys/mutations";
import { platformForTests } from "../../testing/platform";
import { STANDS } from "../testing/stands";

const platform = await platformForTests();
const key = (await STANDS.platform.newKey(platform, { id: "" })).plaintext;

const get = async (path: string) => (await platform.callPlatform(path, { key })).json();

it("the feed has each event of all partners once, page by page, with its partner", async () => {
  const partners = [await platform.newPartner(), await platform.newPartner()];
  for (const partner of [...partners, ...partners]) await platform.newKey(partner);
  // An event appears once all earlier transactions have ended, also those of other tests.
  const atOnce = () => get("/events?limit=100&types=key.*");
  await expect.poll(async () => (await atOnce()).data.length).toBe(4);
  const read: { id: string; partner: string; type: string }[] = [];
  let after = "";
  for (;;) {
    const page = await get(`/events?limit=1&types=key.*${after}`);
    read.push(...page.data);
    after = `&after=${encodeURIComponent(page.next_after)}`;
    if (!page.has_more) break;
  }
  const codes = partners.map(({ code }) => code);
  expect(read.map(({ partner }) => partner)).toEqual([...codes, ...codes]);
  expect(new Set(read.map(({ id }) => id)).size).toBe(4);
  await platform.newKey(partners[0] as { id: string });
  const created = { type: "key.created", partner: codes[0] };
  await expect
    .poll(async () => (await get(`/events?types=key.*${after}`)).data)
    .toMatchObject([created]);
});

it("the audit log can be filtered by partner and by action", async () => {
  const { partner, key: revoked } = await platform.newPartnerWithKey();
  await revokeKey(platform.system, { keyId: revoked.id, after: "now" });
  await platform.newKey(await platform.newPartner());
  const { data } = await get(`/audit_log?partner=${partner.code}&action=key.revoked`);
  expect(data).toMatchObject([
    {
      partner: partner.code,
      actor: { kind: "system", name: "test" },
      subject: revoked.id,
      sentence: "revoked the API key “test”",
    },
  ]);
  expect((await get("/audit_log?partner=nobody")).code).toBe("not_found");
});
