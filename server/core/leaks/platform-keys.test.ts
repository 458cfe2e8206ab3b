import { expect, it } from "vitest";
import { jsonClient } from "../../rest/testing/json-client";
import { platformForTests } from "../../testing/platform";
import { newPlaintext } from "../keys/format";
import { revokePlatformKey } from "../platform-keys/mutations";
import { listPlatformKeys } from "../platform-keys/queries";
import { changeLeakPolicy, reportLeak } from "./mutations";
import { dismissPlatformKeyLeak } from "./platform-keys";
import { listPlatformKeyLeaks } from "./queries";

const platform = await platformForTests();

const AT = "https://github.com/octocat/billing/blob/1234/.env";

async function newKey() {
  const { key, plaintext } = await platform.newPlatformKey();
  const { db } = platform.system;
  return {
    keyId: key.id,
    plaintext,
    report: (url: string | null = AT) =>
      reportLeak(platform.system, { plaintext, source: "commit", url }),
    now: async () => (await listPlatformKeys(platform.system)).find(({ id }) => id === key.id),
    audited: async () => {
      const rows = await db.auditEvent.findMany({
        where: { subject: key.id, action: { startsWith: "platform_key.leak" } },
      });
      return rows.map(({ action }) => action);
    },
  };
}

it("marks a platform key once and notifies operators, reported twenty times at once", async () => {
  const { actor } = await platform.newOperator();
  const operator = platform.as(actor);
  const { keyId, plaintext, report, now, audited } = await newKey();
  const reports = await Promise.all(Array.from({ length: 20 }, () => report()));
  expect(new Set(reports.map((one) => one.keyId))).toEqual(new Set([keyId]));
  expect(await now()).toMatchObject({ state: "active", leakedAt: expect.any(Date) });
  expect(await audited()).toEqual(["platform_key.leaked"]);
  expect(await listPlatformKeyLeaks(operator, { keyId })).toMatchObject([{ url: AT }]);
  const where = { subjectId: keyId };
  const told = await platform.system.db.notification.findMany({ where });
  expect(told).toMatchObject([{ type: "platform_key.leaked", partnerId: null }]);
  expect(JSON.stringify(told)).not.toContain(plaintext.slice(4));
  await report(`https://example.com/${plaintext}`);
  const rows = await platform.system.db.platformKeyLeak.findMany({ where: { keyId } });
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain(plaintext.slice(4));
});

it("dismisses a leak, after which the same place is not reported again", async () => {
  const operator = platform.as((await platform.newOperator()).actor);
  const { keyId, report, now, audited } = await newKey();
  await report();
  for (const _ of ["first", "again"]) await dismissPlatformKeyLeak(operator, { keyId });
  await report();
  expect((await now())?.leakedAt).toBeNull();
  expect(await audited()).toEqual(["platform_key.leaked", "platform_key.leak_dismissed"]);
  await report("https://example.com/elsewhere");
  expect((await now())?.leakedAt).toBeInstanceOf(Date);
  const { actor: owner } = await platform.newPerson(await platform.newPartner(), "owner");
  for (const refused of [
    dismissPlatformKeyLeak(platform.as(owner), { keyId }),
    listPlatformKeyLeaks(platform.as(owner), { keyId }),
    dismissPlatformKeyLeak(platform.as({ kind: "platform-key", keyId, scopes: ["keys:write"] }), {
      keyId,
    }),
  ]) {
    await expect(refused).rejects.toMatchObject({ code: "forbidden" });
  }
});

it("is nothing new once the key is revoked, and an unknown one is none", async () => {
  const { keyId, report, now } = await newKey();
  await revokePlatformKey(platform.system, { keyId, after: "now" });
  expect(await report()).toEqual({ isKey: true, keyId });
  expect((await now())?.leakedAt).toBeNull();
  const unknown = { plaintext: newPlaintext("platform"), source: null, url: null };
  expect(await reportLeak(platform.system, unknown)).toEqual({ isKey: false, keyId: null });
});

it("with the policy to revoke, a key is refused as soon as the report is answered", async () => {
  await changeLeakPolicy(platform.system, { policy: "revoke" });
  const { plaintext, report, now } = await newKey();
  const api = jsonClient(platform.callPlatform, plaintext);
  const verify = async () => (await api("POST", "/keys/verify", { key: newPlaintext() })).status;
  expect(await verify()).toBe(200);
  await Promise.all(Array.from({ length: 20 }, () => report()));
  expect(await verify()).toBe(401);
  expect(await now()).toMatchObject({ state: "revoked" });
});
