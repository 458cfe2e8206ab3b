import { expect, it } from "vitest";
import { platformForTests, steppingClock } from "../../testing/platform";
import { issueKey } from "../keys/mutations";
import { sweepKeys } from "../keys/notices";
import { searchKeys } from "../keys/search";
import { changeLeakPolicy, reportLeak } from "../leaks/mutations";
import { openLimitRequest } from "../limit-requests/mutations";
import { listLimitRequests } from "../limit-requests/queries";
import { listNotifications } from "../notifications/queries";
import { resolveNotifications } from "../notifications/resolve";
import { notifyOfAll } from "../notifications/testing/notify-of-all";
import { disableEndpoint } from "../webhooks/mutations";
import { addEndpoint } from "../webhooks/testing/endpoint";
import { setPartnerStatus, terminatePartner } from "./mutations";

const DAY_MS = 86_400_000;
const clock = steppingClock();
const platform = await platformForTests({ clock });
const { system } = platform;
const { core } = platform.wiring;

async function newTeam() {
  const { partner, owner } = await platform.newPartnerWithOwner();
  const { id: partnerId } = partner;
  const newKey = (label: string, days?: number) => {
    const expiresAt = days ? new Date(clock.now().getTime() + days * DAY_MS) : null;
    return issueKey(system, { partnerId, label, scopes: [], expiresAt });
  };
  const terminate = () => terminatePartner(system, { partnerId, reason: "Contract ended" });
  const notices = async (which?: "open") => {
    await sweepKeys(core);
    await notifyOfAll(platform);
    await resolveNotifications(core);
    const { data } = await listNotifications(owner, { ...(which && { which }), limit: 50 });
    return new Map(data.map(({ title, text }) => [title, text]));
  };
  return { partnerId, owner, newKey, terminate, notices };
}

it("a termination declines the open limit requests, which nobody could approve any more", async () => {
  const team = await newTeam();
  const { key } = await team.newKey("Shop");
  const asked = { keyId: key.id, wantedPerMinute: 900, reason: "more" };
  await openLimitRequest(team.owner, asked);
  await team.terminate();
  const { data } = await listLimitRequests(team.owner, { limit: 10 });
  const answer = "The account was terminated.";
  expect(data).toMatchObject([{ status: "declined", answer, decidedAt: clock.now() }]);
  const notices = await team.notices();
  expect(notices.get("Limit increase for Shop was declined")).toBe(`Reason: ${answer}`);
});

it("viewers too read what is left, and who can do it", async () => {
  const team = await newTeam();
  await team.terminate();
  const notices = await team.notices();
  const title = [...notices.keys()].find((one) => one.endsWith("was terminated")) ?? "";
  expect(notices.get(title)).toContain(
    "Your months are still closed, and what you have earned is paid. Owners can update the payout details.",
  );
});

it("nobody is asked to extend a key of a terminated partner", async () => {
  const team = await newTeam();
  await team.newKey("Shop", 31);
  await team.newKey("Till", 40);
  clock.advance(2 * DAY_MS);
  expect([...(await team.notices("open")).keys()]).toEqual(["API key Shop expires soon"]);
  await team.terminate();
  clock.advance(15 * DAY_MS);
  expect([...(await team.notices()).keys()]).not.toContain("API key Till expires soon");
  expect([...(await team.notices("open")).keys()]).toEqual([]);
  const query = { which: "expiring", state: "active", sort: "expires", limit: 10 } as const;
  const listed = await searchKeys(system, { partnerId: team.partnerId, ...query });
  expect(listed.data).toEqual([]);
});

it("a suspended partner is asked for nothing that it can do only once it is active again", async () => {
  const team = await newTeam();
  const { partnerId } = team;
  await team.newKey("Shop", 31);
  const types = ["price.changed"];
  const { id: endpointId } = await addEndpoint(system, partnerId, { types });
  await setPartnerStatus(system, { partnerId, status: "suspended" });
  clock.advance(2 * DAY_MS);
  await disableEndpoint(system, { endpointId, reason: "failing" });
  const notices = await team.notices();
  expect(notices.get("API key Shop expires soon")).toMatch(
    /return 401\. You can extend its expiration or rotate it once the account is active again\.$/,
  );
  expect(notices.get("Webhook endpoint hooks.example.com was disabled")).toBe(
    "Deliveries kept failing. It receives no events. You can enable it again once the account is active again.",
  );
});

it("nobody is asked to enable an endpoint of a terminated partner", async () => {
  const team = await newTeam();
  const types = ["price.changed"];
  const { id: endpointId } = await addEndpoint(system, team.partnerId, { types });
  await team.terminate();
  await disableEndpoint(system, { endpointId, reason: "failing" });
  const text = (await team.notices()).get("Webhook endpoint hooks.example.com was disabled");
  expect(text).toBe(
    "Deliveries kept failing. It can't be enabled again because the account is terminated.",
  );
});

it.each(["suspended", "terminated"])(
  "nobody is asked to rotate or replace a leaked key of a %s partner",
  async (status) => {
    const team = await newTeam();
    const [shop, till] = [await team.newKey("Shop"), await team.newKey("Till")];
    const { partnerId } = team;
    if (status === "terminated") await team.terminate();
    else await setPartnerStatus(system, { partnerId, status: "suspended" });
    await changeLeakPolicy(system, { policy: "notify" });
    const where = { source: "commit", url: "https://github.com/octocat/shop" };
    await reportLeak(system, { plaintext: shop.plaintext, ...where });
    await changeLeakPolicy(system, { policy: "revoke" });
    await reportLeak(system, { plaintext: till.plaintext, ...where });
    const notices = await team.notices();
    expect(notices.get("API key Shop was leaked")).toBe(
      "It was found in public. Anyone who has seen it can use it. Revoke it.",
    );
    expect(notices.get("API key Till was leaked")).toBe(
      "It was found in public, and the platform has revoked it. Requests that use it now return 401.",
    );
  },
);
