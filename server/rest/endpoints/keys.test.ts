import { expect, it } from "vitest";
import { renameKey, setKeyExpiry } from "../../core/keys/edit";
import { revokeKey, setKeyLimit } from "../../core/keys/mutations";
import { setPartnerStatus } from "../../core/partners/mutations";
import { platformForTests, steppingClock } from "../../testing/platform";

const clock = steppingClock();
const platform = await platformForTests({ clock });

const describe = (key: string) => platform.call("/key", { key });

it("returns what a key may do, how fast and until when, but not the key itself", async () => {
  const partner = await platform.newPartner();
  const { key, plaintext } = await platform.newKey(partner, {
    label: "Till 7",
    scopes: ["payouts:read"],
  });
  const response = await describe(plaintext);
  expect(await response.json()).toEqual({
    id: key.id,
    label: "Till 7",
    scopes: ["payouts:read"],
    allowed_networks: [],
    per_minute: 300,
    burst: 50,
    expires_at: null,
    revokes_at: null,
    created_at: key.createdAt.toISOString(),
  });
});

it("shows each change of the key at its next request", async () => {
  const { key, plaintext } = await platform.newKey(await platform.newPartner());
  const { id: keyId } = key;
  const now = async () => (await describe(plaintext)).json();
  await setKeyLimit(platform.system, { keyId, perMinute: 7 });
  expect(await now()).toMatchObject({ per_minute: 7, burst: 1 });
  await setKeyLimit(platform.system, { keyId, perMinute: 6_000 });
  expect(await now()).toMatchObject({ per_minute: 6_000, burst: 1_000 });
  await renameKey(platform.system, { keyId, label: "Renamed" });
  const expiresAt = new Date(clock.now().getTime() + 86_400_000);
  await setKeyExpiry(platform.system, { keyId, expiresAt });
  expect(await now()).toMatchObject({ label: "Renamed", expires_at: expiresAt.toISOString() });
  await revokeKey(platform.system, { keyId, after: "1h" });
  expect((await now()).revokes_at).toBe(
    new Date(
      (await platform.system.db.apiKey.findUniqueOrThrow({ where: { id: keyId } })).revokedAt ?? 0,
    ).toISOString(),
  );
  await revokeKey(platform.system, { keyId, after: "now" });
  expect((await describe(plaintext)).status).toBe(401);
});

it("needs no scope, and works while the partner is suspended", async () => {
  const partner = await platform.newPartner();
  const { plaintext } = await platform.newKey(partner, { scopes: [] });
  const suspended = { partnerId: partner.id, status: "suspended", reason: "unpaid" } as const;
  await setPartnerStatus(platform.system, suspended);
  expect(await (await describe(plaintext)).json()).toMatchObject({ scopes: [] });
});
