import { expect, it } from "vitest";
import { openLimitRequest } from "../../core/limit-requests/mutations";
import { platformForTests } from "../../testing/platform";
import { STANDS } from "../testing/stands";

const platform = await platformForTests();
const partner = await platform.newPartner();
const key = (await STANDS.platform.newKey(platform, partner)).plaintext;

async function newRequest() {
  const partner = await platform.newPartner();
  const { key: limited, plaintext } = await platform.newKey(partner);
  const wanted = { keyId: limited.id, wantedPerMinute: 1_200, reason: "Our nightly import" };
  const { id } = await openLimitRequest(platform.system, wanted);
  return { id, partner, plaintext };
}

const decide = (id: string, verb: "approve" | "decline", body: object) =>
  platform.callPlatform(`/limit_requests/${id}/${verb}`, {
    method: "POST",
    key,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

it("an approval holds for the key's next request", async () => {
  const { id, partner, plaintext } = await newRequest();
  const response = await decide(id, "approve", { per_minute: 600 });
  expect(await response.json()).toMatchObject({
    id,
    partner: partner.code,
    status: "approved",
    granted_per_minute: 600,
  });
  const { headers } = await platform.call("/me", { key: plaintext });
  expect(headers.get("ratelimit-policy")).toBe('"burst";q=100;w=10, "minute";q=600;w=60');
});
