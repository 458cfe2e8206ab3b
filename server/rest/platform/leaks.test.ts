import { expect, it } from "vitest";
import { changeLeakPolicy } from "../../core/leaks/mutations";
import { platformForTests } from "../../testing/platform";

const platform = await platformForTests();

const URL_OF_LEAK = "https://github.com/octocat/shop/blob/1/config.js";

async function report(input: object, key: string) {
  const response = await platform.callPlatform("/keys/report-leak", {
    method: "POST",
    key,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  return { status: response.status, body: await response.json() };
}

async function newReporter(): Promise<string> {
  const expiresAt = new Date(Date.now() + 86_400_000);
  return (await platform.newPlatformKey({ scopes: ["keys:write"], expiresAt })).plaintext;
}

it("marks a key, and says whether it is one; the policy may revoke it", async () => {
  const { key, plaintext } = await platform.newKey(await platform.newPartner());
  const reporter = await newReporter();
  const leak = { key: plaintext, source: "commit", url: URL_OF_LEAK };
  const { status, body } = await report(leak, reporter);
  expect([status, body]).toEqual([200, { known: true, key_id: key.id }]);
  const events = { type: "key.leaked", subjectId: key.id };
  expect(await platform.system.db.event.count({ where: events })).toBe(1);
  const unknown = await report({ key: "rsk_x" }, reporter);
  expect(unknown.body).toEqual({ known: false, key_id: null });
  await changeLeakPolicy(platform.system, { policy: "revoke" });
  await report(leak, reporter);
  await changeLeakPolicy(platform.system, { policy: "notify" });
  expect((await platform.call("/me", { key: plaintext })).status).toBe(401);
});

it("quotes no key", async () => {
  const { plaintext } = await platform.newKey(await platform.newPartner());
  const reporter = await newReporter();
  const wrong = await report({ key: plaintext, source: plaintext }, reporter);
  expect(wrong.status).toBe(422);
  expect(JSON.stringify(wrong.body)).not.toContain(plaintext);
});
