import { expect, it } from "vitest";
import { AttemptLog } from "./attempt-log";
import { deliveredOutcome } from "./testing/plans";

it("warns once for each outage of the database, and loses nothing", async () => {
  const recorded: string[] = [];
  const warnings: string[] = [];
  let isDown = true;
  const attempts = new AttemptLog({
    record: async (outcomes) => {
      if (isDown) throw new Error("the database is down");
      recorded.push(...outcomes.map(({ eventId }) => eventId));
    },
    onRecorded: () => {},
    mostWaiting: () => 100,
    isBusy: () => false,
    log: {
      info: () => {},
      warn: (_, message) => void warnings.push(message),
      error: () => {},
    },
  });
  attempts.add(deliveredOutcome("whe_1", "evt_1"));
  for (let n = 0; n < 3; n++) await attempts.close();
  expect([recorded, warnings.length]).toEqual([[], 1]);
  isDown = false;
  await attempts.close();
  expect(recorded).toEqual(["evt_1"]);
  isDown = true;
  attempts.add(deliveredOutcome("whe_1", "evt_2"));
  for (let n = 0; n < 3; n++) await attempts.close();
  expect([recorded, warnings.length]).toEqual([["evt_1"], 2]);
});
