import { expect, it } from "vitest";
import { platformForTests, steppingClock } from "../../testing/platform";
import { anonymizeCustomer } from "../customers/anonymize";
import { createCustomer } from "../customers/mutations";
import { moveCustomer } from "../customers/status";
import { updateCustomer } from "../customers/update";
import type { AuditFacts } from "../kernel/sentence";
import { renameKey, setKeyExpiry, setKeyNetworks, setKeyScopes } from "../keys/edit";
import { issueKey, revokeKey, rotateKey, setKeyLimit } from "../keys/mutations";
import { dismissLeak, reportLeak } from "../leaks/mutations";
import { decideLimitRequest, openLimitRequest } from "../limit-requests/mutations";
import {
  setBranding,
  setPartnerStatus,
  terminatePartner,
  updatePartner,
} from "../partners/mutations";
import { setPrice } from "../prices/mutations";
import { archiveProduct, saveProduct } from "../products/mutations";
import { inviteUser } from "../team/invitations";
import { removeMember, setMemberRole } from "../team/members";
import { listPlatformAudit, sentenceOf } from "./queries";

const stepping = steppingClock(new Date("2026-11-22T10:00:00Z"));
const clock = {
  now: () => {
    stepping.advance(1);
    return stepping.now();
  },
};
const platform = await platformForTests({ clock });

/** The sentences of a partner, or of all if undefined, oldest first. */
async function sentencesOf(partnerId: string | undefined, action?: string): Promise<string[]> {
  const query = { partnerId, action, limit: 100 };
  const { data } = await listPlatformAudit(platform.system, query);
  return data.map(({ sentence }) => sentence).reverse();
}

async function newOwner() {
  const partner = await platform.newPartner();
  const owner = await platform.newPerson(partner, "owner");
  const before = (await sentencesOf(partner.id)).length;
  const since = async () => (await sentencesOf(partner.id)).slice(before);
  return { partnerId: partner.id, ctx: platform.as(owner.actor), since };
}

it("sentences about a key keep the name it had at the time, with values before and after", async () => {
  const { partnerId, ctx, since } = await newOwner();
  const input = { label: "Billing", scopes: ["payouts:read" as const] };
  const { key, plaintext } = await issueKey(ctx, { partnerId, ...input });
  const keyId = key.id;
  await setKeyExpiry(ctx, { keyId, expiresAt: new Date("2027-01-02T03:04:05Z") });
  await setKeyExpiry(ctx, { keyId, expiresAt: null });
  await setKeyScopes(ctx, { keyId, scopes: ["prices:read"], mayWiden: true });
  for (const allowedNetworks of [["10.0.0.0/8"], ["10.0.0.0/9", "::1/128"], []])
    await setKeyNetworks(ctx, { keyId, allowedNetworks, mayWiden: allowedNetworks.length !== 1 });
  const url = "https://github.com/octocat/shop";
  await reportLeak(platform.system, { plaintext, source: "commit", url });
  await dismissLeak(ctx, { keyId });
  await setKeyLimit(platform.system, { keyId, perMinute: 1_200 });
  const asked = await openLimitRequest(ctx, { keyId, wantedPerMinute: 2_400, reason: "shops" });
  const decline = { decision: "decline", id: asked.id, answer: "Not now" } as const;
  await decideLimitRequest(platform.system, decline);
  const again = await openLimitRequest(ctx, { keyId, wantedPerMinute: 3_000, reason: "shops" });
  await decideLimitRequest(platform.system, {
    decision: "approve",
    id: again.id,
    perMinute: 2_000,
  });
  await rotateKey(ctx, { keyId });
  await revokeKey(ctx, { keyId, after: "24h" });
  const sentences = await since();
  expect(sentences).toEqual([
    "created the API key “Billing” with the scopes payouts:read",
    "changed the expiration of the API key “Billing” from never to 2027-01-02 03:04 UTC",
    "removed the expiration of the API key “Billing” (previously 2027-01-02 03:04 UTC)",
    "removed payouts:read from and added prices:read to the API key “Billing”",
    "changed the address ranges of the API key “Billing” from any address to 10.0.0.0/8",
    "changed the address ranges of the API key “Billing” from 10.0.0.0/8 to 10.0.0.0/9, ::1/128",
    "removed the address ranges of the API key “Billing” (previously 10.0.0.0/9, ::1/128)",
    "reported that the API key “Billing” was leaked at https://github.com/octocat/shop",
    "dismissed the leak of the API key “Billing”",
    "changed the limit of the API key “Billing” from the default limit to 1,200/min, bursts of 200",
    "requested a limit of 2,400/min, bursts of 400 for “Billing” (previously 1,200/min, bursts of 200)",
    "declined the limit increase to 2,400/min, bursts of 400 for “Billing”: Not now",
    "requested a limit of 3,000/min, bursts of 500 for “Billing” (previously 1,200/min, bursts of 200)",
    "approved a limit of 2,000/min, bursts of 333 for “Billing” (previously 1,200/min, bursts of 200)",
    "rotated the API key “Billing”",
    expect.stringMatching(
      /^scheduled the API key “Billing” to be revoked on 2026-11-23 10:\d\d UTC$/,
    ),
  ]);
  await renameKey(ctx, { keyId, label: "Invoices" });
  expect((await since()).slice(0, -1)).toEqual(sentences);
  expect((await since()).at(-1)).toBe("renamed the API key “Billing” to “Invoices”");
  await platform.wiring.core.transact((tx) => tx.apiKey.deleteMany({ where: { partnerId } }));
  expect((await since()).slice(0, -1)).toEqual(sentences);
  const rows = await platform.system.db.auditEvent.findMany({ where: { partnerId } });
  expect(JSON.stringify(rows)).not.toContain(plaintext);
});

it("sentences about a product keep the name it had at the time, with prices before and after", async () => {
  const { partnerId, ctx, since } = await newOwner();
  const product = { code: "server-s", name: "Server, small", floor: 500, defaultRetail: 990 };
  await saveProduct(platform.system, { ...product, currency: "EUR" });
  await setPrice(ctx, { partnerId, product: "server-s", amount: 990 });
  await setPrice(ctx, { partnerId, product: "server-s", amount: 1_090 });
  await setPrice(ctx, { partnerId, product: "server-s", amount: 700 });
  const renamed = { ...product, name: "Server S", floor: 800, currency: "EUR" };
  await saveProduct(platform.system, renamed);
  await archiveProduct(platform.system, { code: "server-s", isArchived: true });
  await archiveProduct(platform.system, { code: "server-s", isArchived: false });
  expect(await since()).toEqual([
    "set the price of Server, small to €9.90, the default",
    "changed the price of Server, small from €9.90 to €10.90",
    "changed the price of Server, small from €10.90 to €7.00",
  ]);
  expect(await sentencesOf(undefined, "product.saved")).toEqual([
    "added Server, small (server-s), minimum price €5.00, default price €9.90",
    "changed Server S (server-s): the name from Server, small to Server S and the minimum price from €5.00 to €8.00; raised 1 price to the minimum price",
  ]);
  expect(await sentencesOf(undefined, "product.archived")).toEqual([
    "archived Server S (server-s)",
  ]);
  expect(await sentencesOf(undefined, "product.unarchived")).toEqual([
    "unarchived Server S (server-s)",
  ]);
});

it("sentences name deleted users and customers, and what changed in an account", async () => {
  const { partnerId, ctx, since } = await newOwner();
  const { userId } = await inviteUser(ctx, { partnerId, email: "Ada@example.com", role: "viewer" });
  await setMemberRole(ctx, { userId, role: "developer" });
  await removeMember(ctx, { userId });
  const made = await createCustomer(ctx, { partnerId, email: "Bob@example.com", metadata: {} });
  const changes = { email: "bob@example.com", name: "Bob", metadata: { plan: "a" } };
  await updateCustomer(ctx, { customerId: made.id, ...changes });
  await updateCustomer(ctx, { customerId: made.id, metadata: null });
  for (const move of ["suspend", "resume", "close", "reopen"] as const) {
    await moveCustomer(ctx, { customerId: made.id, move });
  }
  const forgotten = await createCustomer(ctx, { partnerId, email: "Cy@example.com", metadata: {} });
  await anonymizeCustomer(ctx, { customerId: forgotten.id });
  await platform.wiring.core.transact((tx) => tx.customer.delete({ where: { id: made.id } }));
  const none = { logoUrl: null, supportEmail: null };
  await setBranding(ctx, { partnerId, ...none, colour: "#ffffff" });
  await setBranding(ctx, { partnerId, ...none, colour: "#000000" });
  await updatePartner(platform.system, {
    partnerId,
    name: "Acme",
    maxActiveKeys: 60,
    notes: "secret",
  });
  await setPartnerStatus(platform.system, { partnerId, status: "suspended", reason: "Unpaid" });
  await setPartnerStatus(platform.system, { partnerId, status: "active" });
  await terminatePartner(platform.system, { partnerId, reason: "Contract ended" });
  const name = (await sentencesOf(partnerId))[0]?.split(", ")[1];
  expect(await since()).toEqual([
    "invited ada@example.com as viewer",
    "changed the role of Ada@example.com from viewer to developer",
    "revoked the invite for Ada@example.com as developer",
    "created the customer Bob@example.com",
    "changed the customer bob@example.com: the email from Bob@example.com to bob@example.com and the name from none to Bob and the metadata",
    "changed the customer bob@example.com: the metadata",
    "suspended the customer bob@example.com",
    "resumed the customer bob@example.com",
    "closed the customer bob@example.com",
    "reopened the customer bob@example.com",
    `created the customer ${forgotten.id}@anonymized.invalid`,
    "anonymized a customer",
    "changed the color from none to #ffffff",
    "changed the color from #ffffff to #000000",
    `changed the name from ${name} to Acme and the key limit from 50 to 60`,
    "suspended this account: Unpaid",
    "reactivated this account",
    "terminated this account for good: Contract ended",
  ]);
});

const MARKED = { period: "2026-10", currency: "EUR", amount: 12_000, before: "pending" };
const MOVED = { statementNumber: 1_042, amount: 12_000, currency: "EUR" };
const GONE: AuditFacts["detail"] = {};
it.each<[string, AuditFacts["detail"], string]>([
  ["payout.closed", { period: "2026-10", sums: [] }, "closed October 2026"],
  [
    "payout.closed",
    {
      period: "2026-10",
      sums: [
        { currency: "EUR", amount: 12_000 },
        { currency: "JPY", amount: 7 },
      ],
    },
    "closed October 2026: €120.00, ¥7",
  ],
  [
    "payout.marked",
    { ...MARKED, after: "paid", reference: "R-1" },
    "changed the October 2026 EUR payout (€120.00) from pending to paid, reference R-1",
  ],
  [
    "payout.corrected",
    { ...MARKED, amount: -300 },
    "adjusted the October 2026 EUR payout by -€3.00",
  ],
  [
    "transfer.created",
    { ...MOVED, payouts: 2, account: "DE89 •••• •••• 3000" },
    "created transfer 1042 (€120.00) of 2 payouts to DE89 •••• •••• 3000",
  ],
  [
    "transfer.marked",
    { ...MOVED, before: "sent", after: "paid", reference: "R-1" },
    "changed transfer 1042 (€120.00) from sent to paid, reference R-1",
  ],
  [
    "transfer.exported",
    { ...MOVED, account: "DE89 •••• •••• 3000" },
    "exported transfer 1042 (€120.00) for the bank, with the full account DE89 •••• •••• 3000",
  ],
  ["transfer.canceled", MOVED, "canceled transfer 1042 (€120.00)"],
  [
    "import.begun",
    { kind: "customers", partner: "acme", after_line: 0 },
    "started an import of customers for acme",
  ],
  [
    "import.begun",
    { kind: "charges", partner: null, after_line: 2_000 },
    "resumed an import of charges after line 2,000",
  ],
  [
    "import.finished",
    { kind: "charges", partner: null, imported: 1_395, existing: 2, rejected: 1 },
    "finished an import of charges: 1,395 imported, 2 already existed, 1 rejected",
  ],
  ["charges.imported", { imported: 1_395 }, "imported 1,395 charges"],
  [
    "webhook_endpoint.created",
    { url: "https://example.com/hook", types: ["*"] },
    "created the webhook endpoint https://example.com/hook for all events",
  ],
  [
    "platform_webhook.created",
    { url: "https://example.com/hook", types: ["key.*", "price.changed"] },
    "created the webhook endpoint https://example.com/hook for key.*, price.changed",
  ],
  [
    "products.imported",
    { imported: 1, lifted: 2 },
    "imported 1 product; raised 2 prices to the minimum price",
  ],
  ["operator.invited", { email: "op@example.com" }, "invited the operator op@example.com"],
  // Details as earlier versions stored them.
  ["price.set", { before: 990, after: 1_090, version: 2 }, "changed a price"],
  ["partner.branding_set", { colour: "#ffffff" }, "changed the branding"],
  ["payout.corrected", { payout: "po_x", gross: "5", amount: "1" }, "adjusted the payout"],
  ["key.rotated", GONE, "rotated the API key (deleted)"],
])("%s with %j is “%s”", (action, detail, sentence) => {
  expect(sentenceOf(action, { detail, name: null })).toBe(sentence);
});
