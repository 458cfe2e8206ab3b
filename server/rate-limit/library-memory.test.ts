import { expect, it, vi } from "vitest";
import { createRateLimiter } from "./limiter";
import { redisForTests } from "./testing/redis-for-tests";

const { store } = await redisForTests();

const contexts = vi.hoisted((): { cache?: unknown }[] => []);

vi.mock("@upstash/ratelimit", async (importOriginal) => {
  const library = await importOriginal<typeof import("@upstash/ratelimit")>();
  class Watched extends library.Ratelimit {
    constructor(...config: ConstructorParameters<typeof library.Ratelimit>) {
      super(...config);
      contexts.push(this.ctx);
    }
  }
  return { ...library, Ratelimit: Watched };
});

// The library's cache of refused callers would also refuse after the wait or a raised limit.
it("the library keeps no state of its own in memory", async () => {
  const log = { info: () => {}, warn: () => {} };
  createRateLimiter({ store: store, log });
  expect(contexts).toHaveLength(1);
  expect(contexts[0]?.cache).toBeUndefined();
});
