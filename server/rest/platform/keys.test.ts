import { expect, it } from "vitest";
import { newId } from "../../core/kernel/ids";
import { ageSealedResponses } from "../../core/kernel/testing/sealed-responses";
import { platformForTests, steppingClock } from "../../testing/platform";
import { clientOf } from "../testing/platform-client";

const clock = steppingClock();
const platform = await platformForTests({ clock });
const api = await clientOf(platform, ["keys:read", "keys:write"]);
const [acme, other] = [await platform.newPartner(), await platform.newPartner()];

const wanted = () => ({ partner: acme.code, label: "Till", scopes: ["accounts:read"] });

it("a created key works, and is shown once: again for ten minutes, to the same platform key", async () => {
  const first = await api("POST", "/keys", wanted(), { "idempotency-key": "one" });
  const { id, plaintext, ...key } = first.body;
  expect([first.status, key.partner, key.created_by]).toEqual([201, acme.code, "operator"]);
  const again = () => api("POST", "/keys", wanted(), { "idempotency-key": "one" });
  expect((await again()).body).toEqual(first.body);
  const second = await clientOf(platform, ["keys:write"]);
  const theirs = await second("POST", "/keys", wanted(), { "idempotency-key": "one" });
  expect(theirs.body).toEqual({ ...first.body, plaintext: null });
  await ageSealedResponses(platform.system, 10);
  expect((await again()).body).toEqual({ ...first.body, plaintext: null });
  expect((await api("GET", `/keys/${id}`)).body).toEqual({ id, ...key });
  const audit = await platform.system.db.auditEvent.findFirst({ where: { subject: id } });
  expect(audit).toMatchObject({ partnerId: acme.id, action: "key.issued", actorKind: "operator" });
  expect(JSON.stringify(audit)).not.toContain(plaintext);
  expect((await platform.call("/accounts", { key: plaintext })).status).toBe(200);
});

it("lists the keys of all partners or of one, page by page, with the console's filters", async () => {
  const { key: theirs } = await platform.newKey(other, { label: "Elsewhere" });
  const ids = async (query: string) => {
    const all: string[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await api("GET", `/keys?limit=1&${query}${cursor}`);
      all.push(...body.data.map(({ id }: { id: string }) => id));
      if (body.next_cursor === null) return all;
      cursor = `&cursor=${body.next_cursor}`;
    }
  };
  expect(await ids("")).toContain(theirs.id);
  expect(await ids(`partner=${other.code}`)).toEqual([theirs.id]);
  expect(await ids("q=elsewhere")).toEqual([theirs.id]);
  expect(await ids(`q=elsewhere&partner=${acme.code}`)).toEqual([]);
  expect(await ids("q=elsewhere&status=revoked")).toEqual([]);
  const { body } = await api("POST", `/keys/${theirs.id}/revoke`, { after: "24h" });
  expect(body).toMatchObject({ status: "active", revoked_at: null });
  expect(new Date(body.revokes_at)).toEqual(new Date(clock.now().getTime() + 86_400_000));
  expect(await ids("q=elsewhere&status=active")).toEqual([theirs.id]);
  await api("POST", `/keys/${theirs.id}/revoke`, { after: "now" });
  expect(await ids("q=elsewhere&status=revoked")).toEqual([theirs.id]);
  const expiresAt = new Date(clock.now().getTime() + 60_000);
  const { key: short } = await platform.newKey(other, { label: "Elsewhere", expiresAt });
  expect(await ids("which=ending&q=elsewhere")).toEqual([short.id]);
  clock.advance(60_000);
  expect(await ids("status=expired&q=elsewhere")).toEqual([short.id]);
  expect((await api("GET", "/keys?partner=nobody")).status).toBe(404);
  expect((await api("GET", "/keys?partner=%00")).status).toBe(422);
});

it("a revoked key is refused at once, and its limit and networks apply to the next request", async () => {
  const { key, plaintext } = await platform.newKey(acme);
  const limited = await api("PUT", `/keys/${key.id}/limit`, { per_minute: 6 });
  expect(limited.body).toMatchObject({ per_minute: 6, burst: 1, has_own_limit: true });
  const headers = (await platform.call("/me", { key: plaintext })).headers;
  expect(headers.get("ratelimit-policy")).toContain("q=6;");
  const away = await api("PUT", `/keys/${key.id}/networks`, { allowed_networks: ["198.51.100.7"] });
  expect(away.body.allowed_networks).toEqual(["198.51.100.7/32"]);
  expect((await platform.call("/key", { key: plaintext })).status).toBe(403);
  await api("PUT", `/keys/${key.id}/networks`, { allowed_networks: [] });
  await api("POST", `/keys/${key.id}/revoke`, { after: "now" });
  expect((await platform.call("/key", { key: plaintext })).status).toBe(401);
});

it("a leak is listed and dismissed, and the policy is the operators'", async () => {
  const { key, plaintext } = await platform.newKey(acme);
  await api("POST", "/keys/report-leak", { key: plaintext, source: "commit" });
  expect((await api("GET", `/keys/${key.id}/leaks`)).body.data).toMatchObject([
    { source: "commit", url: null },
  ]);
  const dismissed = await api("POST", `/keys/${key.id}/dismiss_leaks`);
  expect(dismissed.body).toMatchObject({ id: key.id, leaked_at: null });
  expect((await api("PUT", "/leak_policy", { policy: "revoke" })).body.policy).toBe("revoke");
  const again = { key: plaintext, url: "https://example.com/x" };
  await api("POST", "/keys/report-leak", again);
  expect((await api("GET", `/keys/${key.id}`)).body.status).toBe("revoked");
});

it.each([
  ["POST", "/keys", {}, 422],
  ["POST", "/keys", { partner: "nobody", label: "x", scopes: [] }, 404],
  ["POST", "/keys", { partner: "a\0b", label: "x", scopes: [] }, 422],
  ["POST", "/keys", { partner: "acme", label: "x", scopes: [], expiresAt: null }, 422],
  ["POST", `/keys/${newId("key")}/revoke`, { after: "now" }, 404],
  ["POST", `/keys/${newId("platformKey")}/revoke`, { after: "now" }, 404],
  ["PUT", "/keys/x/limit", { per_minute: 0 }, 422],
  ["PUT", "/keys/x/networks", { allowed_networks: ["anywhere"] }, 422],
] as const)("%s %s with %j is refused with %i", async (method, path, body, status) => {
  expect((await api(method, path, body)).status).toBe(status);
});
