import { expect, it } from "vitest";
import { createFairQueue, LeftQueue } from "./fair-queue";

const BOUNDS = { atOnce: 2, perClient: 3, total: 5 };

/** Jobs that end on demand, in the order in which they began. */
function jobs() {
  const begun: { name: string; end: () => void }[] = [];
  const job = (name: string) => () =>
    new Promise<void>((end) => {
      begun.push({ name, end });
    });
  return { begun, job };
}

const settle = () => new Promise(setImmediate);

it("runs at most the configured number of jobs at once", async () => {
  const admit = createFairQueue(BOUNDS);
  const { begun, job } = jobs();
  const all = ["a", "b", "c", "d"].map((name) => admit(name, (inTurn) => inTurn(job(name))));
  await settle();
  expect(begun.map(({ name }) => name)).toEqual(["a", "b"]);
  begun[1]?.end();
  await settle();
  expect(begun.map(({ name }) => name)).toEqual(["a", "b", "c"]);
  for (const one of begun) one.end();
  await settle();
  begun[3]?.end();
  await Promise.all(all);
});

it("alternates between clients, however many jobs one of them has waiting", async () => {
  const admit = createFairQueue({ atOnce: 1, perClient: 9, total: 20 });
  const { begun, job } = jobs();
  const names = ["a1", "a2", "a3", "a4", "b1", "b2", "c1"];
  const all = names.map((name) => admit(name.charAt(0), (inTurn) => inTurn(job(name))));
  for (const [index] of names.entries()) {
    await settle();
    begun[index]?.end();
  }
  await Promise.all(all);
  expect(begun.map(({ name }) => name).join(" ")).toBe("a1 a2 b1 c1 a3 b2 a4");
});

it("rejects jobs beyond a client's share or the total, and accepts again once a job has ended", async () => {
  const admit = createFairQueue(BOUNDS);
  const { begun, job } = jobs();
  const enter = (client: string | null) => admit(client, (inTurn) => inTurn(job("")));
  const first = enter("a");
  const others = [enter("a"), enter("a")];
  expect(await enter("a")).toBeNull();
  others.push(enter(null), enter(null));
  expect(await enter("b")).toBeNull();
  await settle();
  begun[0]?.end();
  expect(await first).toEqual({ result: undefined });
  others.push(enter("a"));
  expect(await enter("a")).toBeNull();
  for (let done = 1; done < 6; done++) {
    await settle();
    begun[done]?.end();
  }
  expect(await Promise.all(others)).toHaveLength(5);
});

it("frees the slot of a failed job", async () => {
  const admit = createFairQueue({ atOnce: 1, perClient: 1, total: 1 });
  const broken = admit("a", (inTurn) => inTurn(() => Promise.reject(new Error("broken"))));
  await expect(broken).rejects.toThrow("broken");
  expect(await admit("a", (inTurn) => inTurn(async () => "fine"))).toEqual({ result: "fine" });
});

it("forgets a job whose caller leaves before its turn, and frees its place", async () => {
  const admit = createFairQueue({ atOnce: 1, perClient: 2, total: 5 });
  const { begun, job } = jobs();
  const first = admit("a", (inTurn) => inTurn(job("first")));
  const gone = new AbortController();
  const second = admit("a", (inTurn) => inTurn(job("second"), gone.signal));
  await settle();
  expect(await admit("a", (inTurn) => inTurn(job("refused")))).toBeNull();
  gone.abort();
  await expect(second).rejects.toBeInstanceOf(LeftQueue);
  const third = admit("a", (inTurn) => inTurn(job("third")));
  begun[0]?.end();
  await settle();
  expect(begun.map(({ name }) => name)).toEqual(["first", "third"]);
  begun[1]?.end();
  await Promise.all([first, third]);
  const late = admit("a", (inTurn) => inTurn(job("late"), gone.signal));
  await expect(late).rejects.toBeInstanceOf(LeftQueue);
});
