import { expect, it } from "vitest";
import { EXPORTS } from "../../export/exports";
import { platformForTests, steppingClock } from "../../testing/platform";
import { recordedRequest } from "../../usage/testing/recorded-request";
import { listRequests } from "./queries";
import type { RequestFilter } from "./schema";
import { countUnlisted } from "./unlisted";
import { unlistedText } from "./view";

const clock = steppingClock(new Date("2026-11-21T10:30:40Z"));
const platform = await platformForTests({ clock });

/** Sends requests of a key at once: more than the log lists. */
async function send(key: { id: string; partnerId: string }, statuses: readonly number[]) {
  const at = clock.now();
  for (const status of statuses) {
    const request = recordedRequest({ partnerId: key.partnerId }, at);
    platform.wiring.recorder.record({ keyId: key.id, at, status, address: null, request });
  }
  await platform.wiring.recorder.flush();
}

const many = (count: number, status: number) => Array<number>(count).fill(status);

async function newBurst() {
  const { partner, key } = await platform.newPartnerWithKey();
  const own = { id: key.id, partnerId: partner.id };
  // Of 429s, 20 are listed; of all, 100.
  await send(own, [...many(30, 429), ...many(90, 200), ...many(3, 404)]);
  const text = async (filter: RequestFilter = {}) =>
    unlistedText(await countUnlisted(platform.system, { partnerId: partner.id, ...filter }));
  return { partner, own, text };
}

it("counts what the list lacks: all counted requests less those listed", async () => {
  const { own, text } = await newBurst();
  const { data } = await listRequests(platform.system, { partnerId: own.partnerId, limit: 1000 });
  expect(data).toHaveLength(100);
  expect(await text()).toBe("23 more not listed");
  expect(await text({ keyId: own.id })).toBe("23 more not listed");
  expect(await text({ status: "429" })).toBe("10 more not listed");
  expect(await text({ errorCode: "rate_limited" })).toBe("10 more not listed");
  expect(await text({ status: "failed" })).toBe("3 more not listed");
});

it("gives bounds where a filter is finer than the counts", async () => {
  const { text } = await newBurst();
  expect(await text({ status: "4xx" })).toBe("10 to 13 more not listed");
  expect(await text({ status: "200" })).toBe("Up to 10 more not listed");
  expect(await text({ status: "503" })).toBe("Up to 3 more not listed");
  expect(await text({ route: "/me" })).toBe("Up to 23 more not listed");
  expect(await text({ route: "/me", status: "429" })).toBe("Up to 10 more not listed");
  expect(await text({ status: "200", errorCode: "not_found" })).toBeNull();
  const half = new Date("2026-11-21T10:30:30Z");
  expect(await text({ from: half })).toBe("Up to 23 more not listed");
  expect(await text({ to: half })).toBe("Up to 23 more not listed");
});

it("counts only the minutes of the filter, the partner's own keys, and the time that is kept", async () => {
  const { own, text } = await newBurst();
  await newBurst();
  const minute = (n: number) => new Date(Date.parse("2026-11-21T10:30:00Z") + n * 60_000);
  expect(await text({ from: minute(0), to: minute(1) })).toBe("23 more not listed");
  expect(await text({ from: minute(1) })).toBeNull();
  expect(await text({ to: minute(0) })).toBeNull();
  await platform.wiring.core.transact((tx) =>
    tx.requestLog.deleteMany({ where: { partnerId: own.partnerId } }),
  );
  expect(await text()).toBeNull();
});

it("says that more may be missing where an earlier release counted", async () => {
  const { own, text } = await newBurst();
  await platform.wiring.core.transact((tx) =>
    tx.keyUsage.updateMany({
      where: { keyId: own.id },
      data: { unlistedSucceeded: null, unlistedFailed: null, unlistedRateLimited: null },
    }),
  );
  expect(await text()).toBe("More may not be listed");
});

it("says so in the last line of the export", async () => {
  const { partner } = await newBurst();
  const { actor } = await platform.newPerson(partner, "owner");
  const blocks: string[] = [];
  for await (const block of EXPORTS.requests?.(platform.as(actor), { status: "429" }) ?? [])
    blocks.push(block);
  const lines = blocks.join("").trimEnd().split("\r\n");
  expect(lines).toHaveLength(1 + 20 + 1);
  expect(lines.at(-1)).toMatch(/^10 more not listed,+$/);
});
