import { expect, it } from "vitest";
import { defineScope, removeScope } from "../../core/scopes/mutations";
import { platformForTests } from "../../testing/platform";
import { clientOf } from "../testing/platform-client";

const platform = await platformForTests();
for (const name of ["orders:read", "orders:write"]) {
  await defineScope(platform.system, { name, description: "Orders" });
}

const api = await clientOf(platform, ["keys:verify"]);
const verify = async (key: string, scopes: string[]) =>
  (await api("POST", "/keys/verify", { key, scopes })).body;

it("accepts the company's own scopes, records their use, and refuses a removed one at once", async () => {
  const partner = await platform.newPartner();
  const scopes = ["payouts:read", "orders:read", "orders:write"];
  const { key, plaintext } = await platform.newKey(partner, { scopes });
  expect(await verify(plaintext, ["orders:read", "orders:write"])).toMatchObject({
    valid: true,
    scopes,
  });
  expect(await verify(plaintext, ["orders:delete"])).toMatchObject({
    valid: false,
    code: "insufficient_scope",
    details: { required: "orders:delete" },
  });
  await platform.wiring.recorder.flush();
  const uses = await platform.system.db.keyScopeUse.findMany({ where: { keyId: key.id } });
  expect(uses.map(({ scope }) => scope).sort()).toEqual(["orders:read", "orders:write"]);
  await removeScope(platform.system, { name: "orders:write", keys: 1 });
  expect(await verify(plaintext, ["orders:write"])).toMatchObject({
    code: "insufficient_scope",
    details: { required: "orders:write" },
  });
  await defineScope(platform.system, { name: "orders:write", description: "Anew" });
  expect(await verify(plaintext, ["orders:write"])).toMatchObject({ valid: false });
  expect(await verify(plaintext, ["orders:read"])).toMatchObject({ valid: true });
});
