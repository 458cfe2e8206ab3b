import { expect, test } from "vitest";
import { platformForTests } from "../../testing/platform";
import { commandsOn } from "../testing/commands";

const platform = await platformForTests();

const { run } = commandsOn(platform);

const RANGES = ["10.0.0.0/8", "2001:db8::/32"];

test("a key is created with address ranges, which the list shows", async () => {
  const { code } = await platform.newPartner();
  const input = { partner: code, label: "Shop", scopes: "prices:read" };
  const networks = "10.1.2.3/8, 2001:DB8::/32,10.0.0.0/8";
  const { json } = await run("key issue", { ...input, networks });
  const listed = await run("key list", { partner: code });
  expect(listed.json).toMatchObject([{ id: json.id, allowed_networks: RANGES }]);
  expect(listed.text).toContain(RANGES.join(","));
  const status = async () => (await platform.call("/me", { key: json.key })).status;
  expect(await status()).toBe(403);
  const any = await run("key networks", { keyId: json.id, networks: "any" });
  expect(any.text).toBe(`Key "Shop" (${json.id}) can be used from any address.`);
  expect(await status()).toBe(200);
  const set = await run("key networks", { keyId: json.id, networks });
  expect(set.json).toMatchObject({ allowed_networks: RANGES });
  expect(await status()).toBe(403);
});

test.each(["", "everywhere", "10.0.0.0/33", "any,10.0.0.1", `${"10.0.0.0/8,".repeat(200)}::/0`])(
  "ranges like %j are refused",
  async (networks) => {
    const { key } = await platform.newKey(await platform.newPartner());
    const refused = await run("key networks", { keyId: key.id, networks });
    expect(refused).toMatchObject({ failure: { code: "validation_failed" } });
  },
);
