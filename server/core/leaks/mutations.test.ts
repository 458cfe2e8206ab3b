import { describe, expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import { readFeed } from "../events/queries";
import type { Ctx } from "../kernel/actor";
import { newPlaintext } from "../keys/format";
import { revokeKey } from "../keys/mutations";
import { getKey } from "../keys/queries";
import { changeLeakPolicy, dismissLeak, reportLeak } from "./mutations";
import { getLeakPolicy, listLeaks } from "./queries";

const platform = await platformForTests();

const URL_OF_LEAK = "https://github.com/octocat/shop/blob/1234/config.js";
const failure = (code: string) => expect.objectContaining({ code });

async function newKey() {
  const { partner, key, plaintext } = await platform.newPartnerWithKey();
  const report = (url: string | null = URL_OF_LEAK, ctx: Ctx = platform.system) =>
    reportLeak(ctx, { plaintext, source: "commit", url });
  const leaked = async () => {
    const { data } = await readFeed(platform.system, { partnerId: partner.id, limit: 500 });
    return data.filter(({ type }) => type === "key.leaked").map((one) => one.data);
  };
  const now = () => getKey(platform.system, { keyId: key.id });
  return { partner, keyId: key.id, plaintext, report, leaked, now };
}

describe("a reported key", () => {
  it("is marked, and its partner gets one event, however often it is reported", async () => {
    const { keyId, plaintext, report, leaked, now } = await newKey();
    for (let n = 0; n < 3; n++) expect(await report()).toEqual({ isKey: true, keyId });
    const spaced = { plaintext: ` ${plaintext}\n`, source: "commit", url: URL_OF_LEAK };
    expect(await reportLeak(platform.system, spaced)).toEqual({ isKey: true, keyId });
    const data = { label: "test", source: "commit", url: URL_OF_LEAK, revoked: false };
    expect(await leaked()).toEqual([data]);
    expect((await now()).leakedAt).toBeInstanceOf(Date);
    expect((await now()).state).toBe("active");
    await report("https://example.com/other");
    expect(await leaked()).toHaveLength(2);
  });

  it("is recorded once when it is reported twenty times at once", async () => {
    const { keyId, report, leaked } = await newKey();
    await Promise.all(Array.from({ length: 20 }, () => report()));
    expect(await leaked()).toHaveLength(1);
    expect(await listLeaks(platform.system, { keyId })).toHaveLength(1);
  });

  it("has at most twenty open places", async () => {
    const { keyId, report, leaked } = await newKey();
    for (let n = 0; n < 25; n++) await report(`https://example.com/${n}`);
    expect(await leaked()).toHaveLength(20);
    await dismissLeak(platform.system, { keyId });
    await report("https://example.com/new");
    expect(await listLeaks(platform.system, { keyId })).toHaveLength(1);
  });

  it("is nothing new once it is revoked, and an unknown key is none", async () => {
    const { keyId, report, leaked, now } = await newKey();
    await revokeKey(platform.system, { keyId, after: "now" });
    expect(await report()).toEqual({ isKey: true, keyId });
    expect(await leaked()).toEqual([]);
    expect((await now()).leakedAt).toBeNull();
    for (const plaintext of ["", "rsk_x", newPlaintext(), "x".repeat(100_000)]) {
      const unknown = await reportLeak(platform.system, { plaintext, source: null, url: null });
      expect(unknown).toEqual({ isKey: false, keyId: null });
    }
  });

  it("leaves no trace of itself, wherever its reporter puts it", async () => {
    const { partner, keyId, plaintext, report } = await newKey();
    const secret = plaintext.slice(4);
    for (const url of [
      `https://example.com/?key=${plaintext}`,
      `https://example.com/#${plaintext}`,
      `https://${plaintext}@example.com/a`,
      `https://example.com/${plaintext}/b`,
      `https://example.com/rsk%5F${secret}/c`,
      `https://example.com/${secret.replace(/./g, (char) => `%${char.charCodeAt(0).toString(16)}`)}`,
      `https://example.com/${secret.toLowerCase()}`,
      `https://${secret}.example.com/`,
      plaintext,
      `javascript:${plaintext}`,
    ])
      await report(url);
    await reportLeak(platform.system, { plaintext, source: plaintext, url: null });
    await reportLeak(platform.system, { plaintext, source: secret, url: null });
    const { db } = platform.system;
    const rows = JSON.stringify(
      [
        await db.keyLeak.findMany({ where: { keyId } }),
        await db.event.findMany({ where: { partnerId: partner.id } }),
        await db.auditEvent.findMany({ where: { partnerId: partner.id } }),
      ],
      (_, value) => (typeof value === "bigint" ? String(value) : value),
    );
    expect(decodeURIComponent(rows).toLowerCase()).not.toContain(secret.toLowerCase());
  });
});

describe("a leak", () => {
  it("is dismissed by who may revoke, and the same place is not reported again", async () => {
    const { partner, keyId, report, leaked, now } = await newKey();
    await report();
    const viewer = platform.as((await platform.newPerson(partner, "viewer")).actor);
    await expect(dismissLeak(viewer, { keyId })).rejects.toEqual(failure("forbidden"));
    const other = await platform.newPartner();
    const stranger = platform.as((await platform.newPerson(other, "owner")).actor);
    await expect(dismissLeak(stranger, { keyId })).rejects.toEqual(failure("not_found"));
    await expect(listLeaks(stranger, { keyId })).rejects.toEqual(failure("not_found"));
    const developer = platform.as((await platform.newPerson(partner, "developer")).actor);
    for (const _ of ["first", "again"]) await dismissLeak(developer, { keyId });
    expect((await now()).leakedAt).toBeNull();
    await report();
    expect((await now()).leakedAt).toBeNull();
    expect(await leaked()).toHaveLength(1);
    const rows = await platform.system.db.auditEvent.findMany({
      where: { partnerId: partner.id, action: "key.leak_dismissed" },
    });
    expect(rows).toHaveLength(1);
    await report("https://example.com/elsewhere");
    expect((await now()).leakedAt).toBeInstanceOf(Date);
  });

  it("can be reported by nobody but the platform", async () => {
    const { partner, report } = await newKey();
    const owner = platform.as((await platform.newPerson(partner, "owner")).actor);
    await expect(report(URL_OF_LEAK, owner)).rejects.toEqual(failure("forbidden"));
    await expect(getLeakPolicy(owner)).rejects.toEqual(failure("forbidden"));
    const policy = changeLeakPolicy(owner, { policy: "revoke" });
    await expect(policy).rejects.toEqual(failure("forbidden"));
  });
});

describe("with the policy to revoke", () => {
  it("a key is refused as soon as the report is answered, and a dismissed place revokes none", async () => {
    const dismissed = await newKey();
    await dismissed.report();
    await dismissLeak(platform.system, { keyId: dismissed.keyId });
    const open = await newKey();
    await open.report();
    const operator = platform.as((await platform.newOperator()).actor);
    for (const _ of ["first", "again"]) await changeLeakPolicy(operator, { policy: "revoke" });
    expect((await getLeakPolicy(operator)).policy).toBe("revoke");
    const fresh = await newKey();
    expect((await platform.call("/me", { key: fresh.plaintext })).status).toBe(200);
    await Promise.all(Array.from({ length: 20 }, () => fresh.report()));
    expect((await platform.call("/me", { key: fresh.plaintext })).status).toBe(401);
    expect(await fresh.leaked()).toMatchObject([{ revoked: true }]);
    await open.report();
    expect((await open.now()).state).toBe("revoked");
    await dismissed.report();
    expect((await dismissed.now()).state).toBe("active");
    await changeLeakPolicy(operator, { policy: "notify" });
    const rows = await platform.system.db.auditEvent.findMany({
      where: { action: "leak_policy.changed" },
    });
    expect(rows).toHaveLength(2);
  });
});
