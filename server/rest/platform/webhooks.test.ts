import { expect, it } from "vitest";
import type { PlatformScope } from "../../core/kernel/scopes";
import { addEndpoint } from "../../core/webhooks/testing/endpoint";
import { platformForTests } from "../../testing/platform";
import { clientOf } from "../testing/platform-client";

const platform = await platformForTests();

const URL = "https://company.example/webhooks";

async function send(scopes: PlatformScope[], method: string, path: string, body?: object) {
  const api = await clientOf(platform, scopes);
  return api(method, `/webhook_endpoints${path}`, body);
}

it("a new endpoint gets the events of all partners", async () => {
  const input = { url: URL, types: ["key.*"] };
  const { status, body } = await send(["webhooks:write", "events:read"], "POST", "", input);
  expect([status, body.secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
  const partners = [await platform.newPartner(), await platform.newPartner()];
  for (const partner of partners) await platform.newKey(partner);
  const where = { endpointId: body.id, type: "key.created" };
  const deliveries = await platform.system.db.webhookDelivery.findMany({ where });
  expect(deliveries).toHaveLength(2);
});

it("a key that may not read events has none sent, and changes no endpoint that gets them", async () => {
  const { id } = await addEndpoint(platform.system, null);
  const attempts = [
    ["POST", "", { url: URL, types: ["key.*"] }],
    ["PATCH", `/${id}`, { url: "https://elsewhere.example/webhooks" }],
    ["PATCH", `/${id}`, { status: "disabled" }],
    ["POST", `/${id}/rotate`],
    ["POST", `/${id}/test`, { type: "account.created" }],
    ["DELETE", `/${id}`],
  ] as const;
  for (const [method, path, body] of attempts) {
    const refused = await send(["webhooks:write"], method, path, body);
    expect([refused.status, refused.body.details]).toEqual([403, { required: "events:read" }]);
  }
});

it("a partner's endpoint is not found, and not listed", async () => {
  const { id } = await addEndpoint(platform.system, (await platform.newPartner()).id);
  const both: PlatformScope[] = ["webhooks:write", "events:read"];
  const paths = [`/${id}`, `/${id}/deliveries`];
  for (const path of paths) expect((await send(both, "GET", path)).status).toBe(404);
  for (const method of ["PATCH", "DELETE"]) {
    const body = method === "PATCH" ? { status: "disabled" } : undefined;
    expect((await send(both, method, `/${id}`, body)).status).toBe(404);
  }
  expect((await send(both, "POST", `/${id}/rotate`)).status).toBe(404);
  const { body } = await send(both, "GET", "");
  expect(body.data.map((endpoint: { id: string }) => endpoint.id)).not.toContain(id);
});
