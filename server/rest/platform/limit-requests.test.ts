import { expect, it } from "vitest";
import { openLimitRequest } from "../../core/limit-requests/mutations";
import { platformForTests } from "../../testing/platform";
import { clientOf } from "../testing/platform-client";

const platform = await platformForTests();
const api = await clientOf(platform, ["limit_requests:write"]);

it("an approval holds for the key's next request", async () => {
  const { partner, key, plaintext } = await platform.newPartnerWithKey();
  const wanted = { keyId: key.id, wantedPerMinute: 1_200, reason: "Our nightly import" };
  const { id } = await openLimitRequest(platform.system, wanted);
  const { body } = await api("POST", `/limit_requests/${id}/approve`, { per_minute: 600 });
  expect(body).toMatchObject({
    id,
    partner: partner.code,
    status: "approved",
    granted_per_minute: 600,
  });
  const { headers } = await platform.call("/me", { key: plaintext });
  expect(headers.get("ratelimit-policy")).toBe('"burst";q=100;w=10, "minute";q=600;w=60');
});
