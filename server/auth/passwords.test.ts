import { expect, it } from "vitest";
import { createPasswords } from "./passwords";

const NETWORKS = Array.from({ length: 300 }, (_, n) => `10.0.${Math.floor(n / 250)}.${n % 250}`);
const BUSY = { code: "too_many_attempts", details: { retry_after_seconds: 5 } };

const isKnown = async () => true;
const isUnknown = async () => false;
const settle = () => new Promise(setImmediate);

/** Passwords whose hashes end one by one, on demand, in the order in which they began. */
async function opened({ atOnce }: { atOnce: number }) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  let isQuick = false;
  const hash = async (password: string | Uint8Array) => {
    begun.push(String(password));
    if (!isQuick) await new Promise<void>((end) => ends.push(end));
    return "hash";
  };
  const passwords = createPasswords({ atOnce, hasher: { hash, verify: async () => true } });
  const endOne = async () => {
    ends.shift()?.();
    await settle();
  };
  /** Ends all hashes, later ones at once. */
  const endAll = async () => {
    isQuick = true;
    for (const end of ends.splice(0)) end();
    await settle();
  };
  // The hash for accounts that do not exist, which begins at once.
  await endOne();
  begun.splice(0);
  const enter = (name: string, address: string | null, known?: () => Promise<boolean>) =>
    passwords.forClient(address, (hasher) => hasher.hash(name), known);
  return { begun, endOne, endAll, enter };
}

type Opened = Awaited<ReturnType<typeof opened>>;

/** Each network always has two sign-ins open, or tries again at once, until the end. */
async function flood({ enter, endAll }: Opened) {
  let isOver = false;
  const loop = async (address: string) => {
    while (!isOver) {
      await enter("flood", address, isUnknown).catch(() => null);
      await settle();
    }
  };
  const loops = [...NETWORKS, ...NETWORKS].map(loop);
  await settle();
  return async () => {
    isOver = true;
    await endAll();
    await Promise.all(loops);
  };
}

it.each([1, 2])(
  "a known client is next but one in a flood from 300 networks, with %s at once",
  async (atOnce) => {
    const server = await opened({ atOnce });
    const stop = await flood(server);
    for (let round = 0; round < 3; round++) {
      const before = server.begun.length;
      let isLookedUp = false;
      const lookUp = async () => {
        isLookedUp = true;
        return true;
      };
      const entered = server.enter("known", "203.0.113.5", lookUp);
      for (let turn = 0; turn < 20 && !isLookedUp; turn++) await settle();
      await settle();
      await server.endOne();
      expect(server.begun.slice(before)).toEqual(["known"]);
      for (let turn = 0; turn < atOnce; turn++) await server.endOne();
      await entered;
    }
    await stop();
  },
);

it("an unknown client is served within four seconds of work, or refused at once", async () => {
  const server = await opened({ atOnce: 2 });
  // At most 100 callers wait, of whom two are being served: 98 hashes ahead, two at a time.
  const crowd = NETWORKS.slice(0, 99).map((address) => server.enter("flood", address, isUnknown));
  await settle();
  const last = server.enter("last", "203.0.113.5", isUnknown);
  await settle();
  await expect(server.enter("late", "203.0.113.6", isUnknown)).rejects.toMatchObject(BUSY);
  await server.endAll();
  await Promise.all([last, ...crowd]);
  expect(server.begun.indexOf("last")).toBeLessThan(100);
});

it("known clients take every second turn at most, so that others are served too", async () => {
  const server = await opened({ atOnce: 1 });
  const entered = [
    ...["a", "b", "c"].map((name, n) => server.enter(name, `10.1.0.${n}`, isUnknown)),
    ...["K", "L", "M"].map((name, n) => server.enter(name, `10.2.0.${n}`, isKnown)),
  ];
  await settle();
  for (let turn = 0; turn < 6; turn++) await server.endOne();
  await Promise.all(entered);
  expect(server.begun.join("")).toBe("aKbLcM");
});

it("unknown clients take no places of known ones, and the other way around", async () => {
  const server = await opened({ atOnce: 1 });
  const all: Promise<unknown>[] = [];
  const fill = (net: number, known: () => Promise<boolean>) => {
    for (let n = 0; n < 50; n++) all.push(server.enter("", `10.${net}.0.${n}`, known));
  };
  fill(1, isUnknown);
  fill(2, isKnown);
  await settle();
  for (const known of [isKnown, isUnknown]) {
    await expect(server.enter("", "203.0.113.5", known)).rejects.toMatchObject(BUSY);
  }
  await server.endAll();
  await Promise.all(all);
});

it("a failed lookup fails the caller and frees its place", async () => {
  const server = await opened({ atOnce: 1 });
  const broken = () => Promise.reject(new Error("no database"));
  for (let n = 0; n < 5; n++) {
    await expect(server.enter("", "203.0.113.5", broken)).rejects.toThrow("no database");
  }
  const entered = server.enter("in", "203.0.113.5", isKnown);
  await settle();
  await server.endOne();
  await entered;
});
