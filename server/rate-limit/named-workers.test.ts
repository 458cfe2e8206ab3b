import { expect, it } from "vitest";
import { model } from "./testing/deciders";
import { longestWaitSeconds, meanWaitSeconds, secondRefusalShare } from "./testing/measures";
import { WAYS } from "./testing/random";
import { simulate } from "./testing/simulator";
import { alike, byId, workers } from "./testing/workers";

/** The figures of /docs about X-Client-Id (openapi-about.ts), over the worst of the networks. */
it.each([
  { count: 10, named: false, meanS: 2, longestS: 25, servedPer429: 6, secondShare: 0.02 },
  { count: 10, named: true, meanS: 2, longestS: 4, servedPer429: 1, secondShare: 0 },
  { count: 50, named: false, meanS: 9, longestS: 122, servedPer429: 5, secondShare: 0.03 },
  { count: 50, named: true, meanS: 10, longestS: 12, servedPer429: 1, secondShare: 0 },
])(
  "$count workers, each with an X-Client-Id: $named, wait as the documentation says",
  async ({ count, named, meanS, longestS, servedPer429, secondShare }) => {
    for (const [name, way] of Object.entries(WAYS)) {
      const report = await simulate({
        decide: model.decider(),
        way,
        seed: 1,
        perMinute: 300,
        workers: workers(count, named ? byId : alike()),
        seconds: 600,
      });
      expect(Math.abs(meanWaitSeconds(report) - meanS), name).toBeLessThan(0.75);
      expect(Math.floor(longestWaitSeconds(report)), name).toBeLessThanOrEqual(longestS + 1);
      expect(Math.round(report.served.length / report.told.length), name).toBe(servedPer429);
      const share = Number(secondRefusalShare(report).toFixed(2));
      expect(share, name).toBeLessThanOrEqual(secondShare);
    }
  },
);
