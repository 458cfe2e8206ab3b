import { describe, expect, it } from "vitest";
import { openRedis } from "../stores/redis";
import { eventually } from "../testing/processes";
import { startRedisCluster } from "../testing/redis";
import { bucketKey } from "./codec";
import { ask, cleanups, expectSpared, limiterOn, MAX_MS } from "./testing/limiter-for-tests";
import type { Decided } from "./verdict";

describe("with Redis Cluster", () => {
  it("all keys of one script call are in one slot", () => {
    const [one, other] = ["key_a", "key_b"].map((keyId) =>
      bucketKey({ keyId, partnerId: "prt_x" }),
    );
    expect(one).toMatch(/^lk:\{prt_x\}:/);
    expect(other).toMatch(/^lk:\{prt_x\}:/);
  });

  it.each(["down", "hanging"])(
    "a node that is %s puts only its own keys into the fallback",
    async (how) => {
      const cluster = await startRedisCluster({ args: ["--cluster-require-full-coverage", "no"] });
      cleanups.push(() => cluster.stop());
      const { limiter, lines } = limiterOn(await openRedis({ url: cluster.url, cluster: true }));
      const partners = Array.from({ length: 12 }, (_, n) => `prt_${n}`);
      const round = () => Promise.all(partners.map((partnerId) => ask(limiter, { partnerId })));
      const isOnStore = ({ source }: Decided) => source === "store";
      await eventually(async () => expect((await round()).every(isOnStore)).toBe(true), 20_000);
      const { outages } = limiter.stats();
      lines.length = 0;
      const node = cluster.nodes[2];
      await (how === "down" ? node?.stop() : node?.pause());
      const longest = (asked: { ms: number }[]) => Math.max(...asked.map(({ ms }) => ms));
      const first = await round();
      const next = await round();
      expect(longest(first)).toBeLessThan(MAX_MS);
      await expectSpared(async () => ({ ms: longest(await round()) }));
      const left = next.filter(isOnStore).length;
      expect(left).toBeGreaterThan(4);
      expect(left).toBeLessThan(partners.length);
      expect(first.map(isOnStore)).toEqual(next.map(isOnStore));
      expect(limiter.stats()).toMatchObject({ isStoreOut: true, outages: outages + 1 });
      await (how === "down" ? node?.restart() : node?.resume());
      await eventually(async () => {
        if (!(await round()).every(isOnStore)) throw new Error("not yet");
      }, 15_000);
      await eventually(async () => expect(limiter.stats().isStoreOut).toBe(false), 15_000);
      expect(lines.map(({ level }) => level)).toEqual(["warn", "info"]);
    },
  );
});
