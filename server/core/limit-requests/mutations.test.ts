import { expect, it } from "vitest";
import { platformForTests, steppingClock } from "../../testing/platform";
import { wholeList } from "../kernel/whole-list";
import { revokeKey } from "../keys/mutations";
import { decideLimitRequest, openLimitRequest } from "./mutations";
import { listLimitRequests } from "./queries";

const clock = steppingClock(new Date("2026-11-20T12:00:10Z"));
const platform = await platformForTests({ clock });

const failure = (code: string) => expect.objectContaining({ code });

async function ask(wantedPerMinute = 1200) {
  const { partner, key, plaintext } = await platform.newPartnerWithKey();
  const developer = platform.as((await platform.newPerson(partner, "developer")).actor);
  const input = { keyId: key.id, wantedPerMinute, reason: "a sale" };
  return { key, plaintext, developer, input };
}

it("includes the peak minute and the share of 429s of the last 7 days", async () => {
  const { key, developer, input } = await ask();
  const record = (status: number, times: number) => {
    for (let i = 0; i < times; i++) {
      platform.wiring.recorder.record({ keyId: key.id, at: clock.now(), status, address: null });
    }
  };
  record(200, 1_000);
  clock.advance(8 * 86_400_000);
  record(200, 30);
  record(404, 10);
  clock.advance(60_000);
  record(200, 10);
  record(429, 50);
  await platform.wiring.recorder.flush();
  const request = await openLimitRequest(developer, input);
  expect(request).toMatchObject({
    peakPerMinute: 60,
    peakTenSeconds: 60,
    refusedShare: 0.5,
    currentPerMinute: 300,
  });
});

it("allows one pending request per key under concurrency", async () => {
  const { developer, input } = await ask();
  const tries = await Promise.allSettled([1, 2, 3].map(() => openLimitRequest(developer, input)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(openLimitRequest(developer, input)).rejects.toEqual(failure("conflict"));
});

it("rejects a request for the current limit or for an inactive key", async () => {
  const { key, developer, input } = await ask(300);
  await expect(openLimitRequest(developer, input)).rejects.toEqual(failure("validation_failed"));
  await revokeKey(developer, { keyId: key.id, after: "now" });
  const more = { ...input, wantedPerMinute: 600 };
  await expect(openLimitRequest(developer, more)).rejects.toEqual(failure("conflict"));
});

it("applies the approved limit at the next request without refilling the bucket", async () => {
  const { plaintext, developer, input } = await ask();
  const me = () => platform.call("/me", { key: plaintext });
  for (let i = 0; i < 40; i++) await me();
  const request = await openLimitRequest(developer, input);
  const decision = { decision: "approve", id: request.id, perMinute: 600 } as const;
  await decideLimitRequest(platform.as((await platform.newOperator()).actor), decision);
  const { headers } = await me();
  expect(headers.get("ratelimit-policy")).toBe('"burst";q=100;w=10, "minute";q=600;w=60');
  const left = Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
  // A full bucket would have 99 left; some tokens refill while the test runs.
  expect(left).toBeLessThan(99);
  const [seen] = (await listLimitRequests(developer, { limit: 5 })).data;
  expect(seen).toMatchObject({ status: "approved", grantedPerMinute: 600 });
});

it("declines with a message to the partner", async () => {
  const { developer, input } = await ask();
  const { id } = await openLimitRequest(developer, input);
  await decideLimitRequest(platform.system, { decision: "decline", id, answer: "use a webhook" });
  const [seen] = (await listLimitRequests(developer, { limit: 5 })).data;
  expect(seen).toMatchObject({
    status: "declined",
    answer: "use a webhook",
    grantedPerMinute: null,
  });
  await openLimitRequest(developer, input);
});

it("is decided once, even by concurrent operators", async () => {
  const { developer, input } = await ask();
  const { id } = await openLimitRequest(developer, input);
  const approve = (perMinute: number) =>
    decideLimitRequest(platform.system, { decision: "approve", id, perMinute });
  const tries = await Promise.allSettled([400, 500, 600].map(approve));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

it("lists pending requests first, then the newest, page by page", async () => {
  const partner = await platform.newPartner();
  const developer = platform.as((await platform.newPerson(partner, "developer")).actor);
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) {
    clock.advance(1_000);
    const { key } = await platform.newKey(partner);
    const input = { keyId: key.id, wantedPerMinute: 600, reason: "a sale" };
    ids.push((await openLimitRequest(developer, input)).id);
  }
  const [a = "", b = "", c = "", d = "", e = ""] = ids;
  await decideLimitRequest(platform.system, { decision: "decline", id: e, answer: "no" });
  await decideLimitRequest(platform.system, { decision: "approve", id: d, perMinute: 500 });
  await decideLimitRequest(platform.system, { decision: "decline", id: a, answer: "no" });
  const seen = await wholeList((page) => listLimitRequests(developer, page), 2);
  expect(seen.map(({ id }) => id)).toEqual([c, b, d, e, a]);
  const declined = await listLimitRequests(developer, { limit: 5, status: "declined" });
  expect(declined.data.map(({ id }) => id)).toEqual([e, a]);
});
