import { expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import { setBranding } from "./mutations";
import { Branding } from "./schema";

const platform = await platformForTests();

const NONE = { logoUrl: null, colour: null, supportEmail: null };
const LOGO = "https://acme.example/logo.svg";

it("changes GET /me at the next request and can be removed", async () => {
  const { partner, plaintext } = await platform.newPartnerWithKey();
  const owner = platform.as((await platform.newPerson(partner, "owner")).actor);
  const branding = async () =>
    (await (await platform.call("/me", { key: plaintext })).json()).branding;
  expect(await branding()).toEqual({});
  const full = { logoUrl: LOGO, colour: "#1f6feb", supportEmail: "help@acme.example" };
  await setBranding(owner, { partnerId: partner.id, ...full });
  const wire = { logo_url: LOGO, colour: "#1f6feb", support_email: "help@acme.example" };
  expect(await branding()).toEqual(wire);
  await setBranding(owner, { partnerId: partner.id, ...full, logoUrl: null });
  const { logo_url: _, ...rest } = wire;
  expect(await branding()).toEqual(rest);
  await setBranding(owner, { partnerId: partner.id, ...NONE });
  expect(await branding()).toEqual({});
});

it("keeps unknown branding fields and skips writes without a change", async () => {
  const partner = await platform.newPartner();
  const { transact, db } = platform.wiring.core;
  const data = { branding: { font: "Inter", colour: "#000000" } };
  await transact((tx) => tx.partner.update({ where: { id: partner.id }, data }));
  const input = { ...NONE, colour: "#ffffff" };
  const set = await setBranding(platform.system, { partnerId: partner.id, ...input });
  expect(set.branding).toEqual({ font: "Inter", colour: "#ffffff" });
  const where = { partnerId: partner.id, action: "partner.branding_set" };
  expect(await db.auditEvent.count({ where })).toBe(1);
  await setBranding(platform.system, { partnerId: partner.id, ...input });
  expect(await db.auditEvent.count({ where })).toBe(1);
});

it.each([
  [LOGO, LOGO],
  ["https://cdn.acme.example:8443/a/b.png?v=2", "https://cdn.acme.example:8443/a/b.png?v=2"],
  ["HTTPS://ACME.EXAMPLE:443/L.SVG", "https://acme.example/L.SVG"],
  [" https://acme.example ", "https://acme.example/"],
  ["https://acme.example/a/../%7Elogo.svg", "https://acme.example/%7Elogo.svg"],
  ["https://bücher.example/ü.svg", "https://xn--bcher-kva.example/%C3%BC.svg"],
  ['https://acme.example/"><b>.svg', "https://acme.example/%22%3E%3Cb%3E.svg"],
])("accepts the logo %s and stores %s", (logoUrl, kept) => {
  expect(Branding.parse({ ...NONE, logoUrl }).logoUrl).toBe(kept);
});

it.each([
  "http://acme.example/logo.svg",
  "javascript:alert(1)",
  "data:image/png;base64,AAAA",
  "//acme.example/logo.svg",
  "https://user:pass@acme.example/logo.svg",
  "https://localhost/logo.svg",
  "https://acme.example/a b.svg",
  "https:\\\\acme.example\\logo.svg",
  `https://acme.example/${"x".repeat(500)}`,
  `https://acme.example/${"é".repeat(100)}`,
  "logo.svg",
  "https://127.0.0.1/logo.svg",
  "https://10.1/logo.svg",
  "https://0x7f.0.0.1/logo.svg",
  "https://2130706433/logo.svg",
  "https://%31%32%37.0.0.1/logo.svg",
  "https://169.254.169.254/latest/meta-data",
  "https://[::1]/logo.svg",
  "https://[::ffff:127.0.0.1]/logo.svg",
  "https://app.localhost/logo.svg",
  "https://printer.local/logo.svg",
  "https://acme.example./logo.svg",
  "https://a_b.example/logo.svg",
])("rejects the logo %s", (logoUrl) => {
  expect(Branding.safeParse({ ...NONE, logoUrl }).error?.issues[0]?.path).toEqual(["logoUrl"]);
});

it.each(["red", "#fff", "#12345g", "#1f6feb80"])("rejects the color %s", (colour) => {
  expect(Branding.safeParse({ ...NONE, colour }).error?.issues[0]?.message).toBe(
    "Must be a color like #1f6feb.",
  );
});
