import { expect, it } from "vitest";
import { stopThisProcess } from "../../testing/processes";
import { afterAwake, withinAwake } from "./awake";

const STOPPED_MS = 2_000;
const BOUND_MS = 1_000;

it("excludes the time during which the process was stopped", async () => {
  const order: string[] = [];
  const done = new Promise<void>((resolve) => {
    afterAwake(BOUND_MS, () => {
      order.push("after");
      resolve();
    });
  });
  const overtaken = new Promise((resume) => setTimeout(resume, BOUND_MS));
  stopThisProcess(STOPPED_MS);
  await overtaken.then(() => order.push("as timers count"));
  await done;
  expect(order).toEqual(["as timers count", "after"]);
});

it("does nothing after it is cancelled", async () => {
  const cancel = afterAwake(0, () => expect.unreachable("it was cancelled"));
  cancel();
  await new Promise<void>((resolve) => afterAwake(0, resolve));
});

it("accepts a response that arrived while the process was stopped", async () => {
  const answer = new Promise((resolve) => setTimeout(resolve, STOPPED_MS / 2, "answer"));
  const inTime = withinAwake(answer, BOUND_MS, () => new Error("too late"));
  stopThisProcess(STOPPED_MS);
  await expect(inTime).resolves.toBe("answer");
});

it("fails work that exceeds the limit with the given error", async () => {
  const endless = new Promise(() => {});
  await expect(withinAwake(endless, 10, () => new Error("too late"))).rejects.toThrow("too late");
});
