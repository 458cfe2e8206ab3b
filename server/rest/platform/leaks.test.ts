import { expect, it } from "vitest";
import { changeLeakPolicy } from "../../core/leaks/mutations";
import { platformForTests } from "../../testing/platform";
import { clientOf } from "../testing/platform-client";

const platform = await platformForTests();

const URL_OF_LEAK = "https://github.com/octocat/shop/blob/1/config.js";

const api = await clientOf(platform, ["keys:write"]);
const report = (input: object) => api("POST", "/keys/report-leak", input);

it("marks a key, and says whether it is one; the policy may revoke it", async () => {
  const { key, plaintext } = await platform.newKey(await platform.newPartner());
  const leak = { key: plaintext, source: "commit", url: URL_OF_LEAK };
  const { status, body } = await report(leak);
  expect([status, body]).toEqual([200, { known: true, key_id: key.id }]);
  const events = { type: "key.leaked", subjectId: key.id };
  expect(await platform.system.db.event.count({ where: events })).toBe(1);
  const unknown = await report({ key: "rsk_x" });
  expect(unknown.body).toEqual({ known: false, key_id: null });
  await changeLeakPolicy(platform.system, { policy: "revoke" });
  await report(leak);
  await changeLeakPolicy(platform.system, { policy: "notify" });
  expect((await platform.call("/me", { key: plaintext })).status).toBe(401);
});

it("quotes no key", async () => {
  const { plaintext } = await platform.newKey(await platform.newPartner());
  const wrong = await report({ key: plaintext, source: plaintext });
  expect(wrong.status).toBe(422);
  expect(JSON.stringify(wrong.body)).not.toContain(plaintext);
});
