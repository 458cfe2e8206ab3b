import { expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import { clientOf } from "../testing/platform-client";

const platform = await platformForTests();
const call = await clientOf(platform, ["scopes:read", "scopes:write"]);

const description = "View orders";

it("defines, describes, lists and removes a scope", async () => {
  const defined = await call("PUT", "/scopes/orders:read", { description });
  expect(defined).toMatchObject({ status: 200, body: { name: "orders:read", description } });
  await call("PUT", "/scopes/orders:read", { description: "View all orders" });
  const partner = await platform.newPartner();
  await platform.newKey(partner, { scopes: ["orders:read"] });
  expect((await call("GET", "/scopes")).body.data).toMatchObject([
    { name: "orders:read", description: "View all orders", keys: 1, partners: 1 },
  ]);
  expect(await call("DELETE", "/scopes/orders:read")).toMatchObject({
    status: 409,
    body: { code: "conflict", details: { keys: 1, partners: 1 } },
  });
  expect(await call("DELETE", "/scopes/orders:read?keys=1")).toMatchObject({
    status: 200,
    body: { name: "orders:read", keys: 1, partners: 1 },
  });
  expect((await call("DELETE", "/scopes/orders:read?keys=1")).status).toBe(404);
});

it.each([
  ["PUT", "/scopes/Orders", { description }, 422],
  ["PUT", "/scopes/accounts:delete", { description }, 422],
  ["PUT", `/scopes/${"x".repeat(65)}`, { description }, 422],
  ["PUT", "/scopes/orders:read", { description: "" }, 422],
  ["DELETE", "/scopes/orders:read?keys=-1", undefined, 422],
  ["DELETE", "/scopes/orders:read?keys=many", undefined, 422],
  ["DELETE", "/scopes/none:read", undefined, 404],
] as const)("%s %s %j gets %d", async (method, path, body, status) => {
  expect((await call(method, path, body)).status).toBe(status);
});

it("the audit log names the platform key for operators", async () => {
  await call("PUT", "/scopes/audits:read", { description });
  const { db } = platform.system;
  const row = await db.auditEvent.findFirst({ where: { subject: "audits:read" } });
  expect(row).toMatchObject({ actorKind: "operator", actor: expect.stringMatching(/^pky_/) });
});
