import { expect, it } from "vitest";
import { platformForTests, steppingClock } from "../../testing/platform";
import { listPlatformAudit } from "../audit/queries";
import { setPlatformKeyLimit, setPlatformKeyNetworks } from "./edit";
import { revokePlatformKey, rotatePlatformKey } from "./mutations";

const clock = steppingClock();
const platform = await platformForTests({ clock });

const newKey = () => platform.newPlatformKey({ scopes: ["scopes:read"] });
const ask = async (key: string) => {
  const response = await platform.callPlatform("/scopes", { key });
  return [response.status, (await response.json()).code];
};

it("a new limit holds for the next request, and null is the default again", async () => {
  const { key, plaintext } = await newKey();
  expect(await ask(plaintext)).toEqual([200, undefined]);
  const limited = await setPlatformKeyLimit(platform.system, { keyId: key.id, perMinute: 6 });
  expect(limited).toMatchObject({ perMinute: 6, hasOwnLimit: true });
  expect([await ask(plaintext), await ask(plaintext)]).toContainEqual([429, "rate_limited"]);
  const reset = await setPlatformKeyLimit(platform.system, { keyId: key.id, perMinute: null });
  expect(reset).toMatchObject({ perMinute: 6_000, hasOwnLimit: false });
});

it("a key is refused at the next request from an address that it may not be used from", async () => {
  const { key, plaintext } = await newKey();
  expect(await ask(plaintext)).toEqual([200, undefined]);
  const allow = (allowedNetworks: string[]) =>
    setPlatformKeyNetworks(platform.system, { keyId: key.id, allowedNetworks });
  expect((await allow(["198.51.100.0/24"])).allowedNetworks).toEqual(["198.51.100.0/24"]);
  expect(await ask(plaintext)).toEqual([403, "address_not_allowed"]);
  await allow(["198.51.100.0/24", "192.0.2.1/32"]);
  expect(await ask(plaintext)).toEqual([200, undefined]);
});

it("a successor has the limit and the address ranges", async () => {
  const { key } = await newKey();
  const keyId = key.id;
  await setPlatformKeyLimit(platform.system, { keyId, perMinute: 60 });
  await setPlatformKeyNetworks(platform.system, { keyId, allowedNetworks: ["192.0.2.0/24"] });
  const { key: successor } = await rotatePlatformKey(platform.system, { keyId });
  expect(successor).toMatchObject({ perMinute: 60, allowedNetworks: ["192.0.2.0/24"] });
});

it("edits of revoked and unknown keys fail, and the audit log says what has changed", async () => {
  const { key } = await newKey();
  const keyId = key.id;
  for (const allowedNetworks of [null, null, ["::/0"], []]) {
    clock.advance(1);
    if (allowedNetworks) await setPlatformKeyNetworks(platform.system, { keyId, allowedNetworks });
    else await setPlatformKeyLimit(platform.system, { keyId, perMinute: 60 });
  }
  const { data } = await listPlatformAudit(platform.system, { limit: 3 });
  expect(data.map(({ sentence }) => sentence)).toEqual([
    "removed the address ranges of the platform key “test” (previously ::/0)",
    "changed the address ranges of the platform key “test” from any address to ::/0",
    "changed the limit of the platform key “test” from the default limit to 60/min, bursts of 10",
  ]);
  await revokePlatformKey(platform.system, { keyId, after: "now" });
  const gone = [keyId, "pky_unknown"].map((id) =>
    setPlatformKeyLimit(platform.system, { keyId: id, perMinute: null }).catch(({ code }) => code),
  );
  expect(await Promise.all(gone)).toEqual(["conflict", "not_found"]);
});
