import { expect, it, onTestFinished } from "vitest";
import { openPagesThread } from "./thread";

/** A thread that counts its starts by `onEvents`, and fails as `root` says. */
const ENTRY = `
import { parentPort, workerData } from "node:worker_threads";
const { root } = workerData;
if (root === "never starts") throw new Error("no such file");
parentPort.on("message", (message) => {
  if (message === "close") process.exit(0);
  if (message === "are you alive" && root !== "is silent") parentPort.postMessage("alive");
  if (message.connection && root === "ends at a connection") process.exit(3);
});
parentPort.postMessage({ wrote: { partnerIds: [], hasDeliveries: false }, count: 1 });
parentPort.postMessage("ready");
`;

async function openThread(root: string, silenceMs?: number) {
  let starts = 0;
  const errors: string[] = [];
  const thread = await openPagesThread({
    entry: new URL(`data:text/javascript,${encodeURIComponent(ENTRY)}`),
    data: { postgres: { connectionString: "" }, secret: "", root, port: 0, demoOperator: null },
    services: {
      announce: () => Promise.reject(new Error("not asked for")),
      health: () => Promise.reject(new Error("not asked for")),
      demoInbox: () => Promise.reject(new Error("not asked for")),
      onEvents: () => void starts++,
    },
    onError: (error) => {
      errors.push(String(error));
      expect(() => thread.connect()).toThrow("starting");
    },
    ...(silenceMs !== undefined && { silenceMs }),
  });
  onTestFinished(thread.close);
  return { thread, errors, starts: () => starts };
}

it("replaces a thread that ends, and refuses connections until the next one is ready", async () => {
  const { thread, errors, starts } = await openThread("ends at a connection");
  thread.connect().destroy();
  await expect.poll(() => errors).toHaveLength(1);
  expect(errors[0]).toContain("exit code 3");
  await expect.poll(starts).toBe(2);
  await expect.poll(() => thread.connect().destroy().destroyed).toBe(true);
});

it("replaces a thread that does not respond", async () => {
  const { errors, starts } = await openThread("is silent", 20);
  await expect.poll(starts).toBeGreaterThan(1);
  expect(errors[0]).toContain("it did not respond");
});

it("rejects if the first thread can't start", async () => {
  await expect(openThread("never starts")).rejects.toThrow("no such file");
});
