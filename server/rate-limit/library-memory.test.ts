import { expect, it, vi } from "vitest";
import { createRateLimiter } from "./limiter";
import { openMemoryStore } from "./memory";

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
  const limiter = createRateLimiter({ store: openMemoryStore(), log });
  expect(contexts).toHaveLength(2);
  expect(contexts.map(({ cache }) => cache)).toEqual([undefined, undefined]);
  await limiter.close();
});
