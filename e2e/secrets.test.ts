import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { inviteUser } from "../server/core/team/invitations";
import { locate } from "../server/testing/packages";
import { PASSWORD, platformForTests } from "../server/testing/platform";
import { startProduct } from "../server/testing/product";
import { expectNextRequestToFollow } from "./support/next-request";
import { signIn } from "./support/sign-in";

// Checks everything that the product wrote and logged, at its most verbose log level, while keys
// were created and used. It has no Redis.
const platform = await platformForTests();
const product = await startProduct({
  databaseUrl: platform.databaseUrl,
  env: { LOG_LEVEL: "trace" },
});
afterAll(() => product.stop());

it("plaintext keys, passwords and link tokens are not in the database, the log or later responses", async () => {
  const partner = await platform.newPartner();
  const { email } = await platform.newPerson(partner, "owner");
  const invitation = await inviteUser(platform.system, {
    partnerId: partner.id,
    email: "new@example.com",
    role: "viewer",
  });
  const { procedure, cookies } = await signIn(product.url, { email, password: PASSWORD });
  await signIn(product.url, { email, password: "a wrong password that was typed" });

  const mine = (name: string, input: object = {}) =>
    procedure(name, { partner: partner.code, ...input });
  const create = async (name: string, input: object) =>
    JSON.parse(await mine(name, { ...input, idempotencyKey: `a try of ${name}` })).result.data;
  const issued = await create("keys.issue", { label: "ci", scopes: [] });
  const rotated = await create("keys.rotate", { keyId: issued.key.id });
  const ofCommand = await expectNextRequestToFollow(product.url, {
    DATABASE_URL: platform.databaseUrl,
  });
  const plaintexts: string[] = [issued.plaintext, rotated.plaintext, ofCommand];
  expect(plaintexts.every((text) => /^rsk_\w{36}$/.test(text))).toBe(true);

  const answers: string[] = [];
  const call = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(`${product.url}/api/v1/reseller${path}`, { headers });
    answers.push(JSON.stringify([...response.headers]), await response.text());
  };
  for (const plaintext of plaintexts) {
    await call("/me", { authorization: `Bearer ${plaintext}` });
    await call("/me", { authorization: `Bearer ${plaintext}x` });
    await call("/me", { authorization: `Basic ${plaintext}` });
    await call("/nonsense", { authorization: `Bearer ${plaintext}` });
  }
  await procedure("session.redeemLink", { token: invitation.token, password: "x" });
  answers.push(await mine("keys.revoke", { keyId: issued.key.id, after: "now" }));
  answers.push(await mine("keys.list"), await mine("keys.get", { keyId: rotated.key.id }));
  const page = await fetch(`${product.url}/partners/${partner.code}/api-keys`, {
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
  });
  answers.push(await page.text());
  await product.stop();

  const dump = execFileSync(join(locate("postgres"), "pg_dump"), [platform.databaseUrl], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(dump).toContain(issued.key.id);
  const secrets = [
    ...plaintexts.flatMap((text) => [text, text.slice(4, 34)]),
    ...[PASSWORD, "a wrong password that was typed", invitation.token],
    ...[...cookies].flatMap(([name, value]) => (name.includes("session") ? [value] : [])),
  ];
  for (const secret of secrets) {
    expect(dump).not.toContain(secret);
    expect(product.output()).not.toContain(secret);
    expect(answers.join("\n")).not.toContain(secret);
  }
});
