import { expect, it } from "vitest";
import { model } from "./testing/deciders";
import { longestWaitSeconds, meanWaitSeconds, secondRefusalShare } from "./testing/measures";
import { WAYS } from "./testing/random";
import { simulate } from "./testing/simulator";
import { alike, byId, workers } from "./testing/workers";

/** The figures about X-Client-Id in /docs (openapi-about.ts), for the worst of the networks. */
it.each([
  { count: 10, named: "no ids", meanS: 2, longestS: 25, refusals: [450, 600], secondShare: 0.03 },
  {
    count: 10,
    named: "an id each",
    meanS: 2,
    longestS: 5,
    refusals: [2_950, 3_050],
    secondShare: 0,
  },
  { count: 50, named: "no ids", meanS: 9, longestS: 130, refusals: [600, 750], secondShare: 0.04 },
  {
    count: 50,
    named: "an id each",
    meanS: 10,
    longestS: 13,
    refusals: [2_950, 3_050],
    secondShare: 0,
  },
])(
  "$count workers with $named wait as documented",
  async ({ count, named, meanS, longestS, refusals: [least = 0, most = 0], secondShare }) => {
    for (const [name, way] of Object.entries(WAYS)) {
      const report = await simulate({
        decide: model.decider(),
        way,
        seed: 1,
        perMinute: 300,
        workers: workers(count, named === "no ids" ? alike() : byId),
        seconds: 600,
      });
      expect(Math.abs(meanWaitSeconds(report) - meanS), name).toBeLessThan(1);
      expect(longestWaitSeconds(report), name).toBeLessThanOrEqual(longestS);
      expect(report.waits.length, name).toBeGreaterThanOrEqual(least);
      expect(report.waits.length, name).toBeLessThanOrEqual(most);
      expect(secondRefusalShare(report), name).toBeLessThanOrEqual(secondShare);
    }
  },
);
