import { expect, test } from "vitest";
import { platformForTests } from "../testing/platform";
import type { CommandHost } from "./command";
import { createCommandQueue } from "./command-queue";

const platform = await platformForTests();

const REQUEST = { command: "migrate", input: {} };
const BUSY = { busy: true };

const hostThat = (migrate: CommandHost["migrate"]): CommandHost => ({
  core: platform.wiring.core,
  dispatcher: null,
  siteUrl: "http://localhost",
  migrate,
});

test("commands that arrive while the stores open run once they are open", async () => {
  const queue = createCommandQueue();
  const early = queue.serve(REQUEST);
  queue.open(hostThat(async () => ({ applied: ["one"] })));
  expect(await early).toEqual({ result: { applied: ["one"], restored: false } });
});

test("closing waits for running commands and rejects new ones without running them", async () => {
  const queue = createCommandQueue();
  let finish = () => {};
  const migrate = () =>
    new Promise<{ applied: string[] }>((done) => {
      finish = () => done({ applied: [] });
    });
  queue.open(hostThat(migrate));
  const running = queue.serve(REQUEST);
  let isClosed = false;
  const closed = queue.close().then(() => {
    isClosed = true;
  });
  expect(await queue.serve(REQUEST)).toEqual(BUSY);
  expect(isClosed).toBe(false);
  finish();
  expect(await running).toEqual({ result: { applied: [], restored: false } });
  await closed;
});

test("waiting commands are rejected if the stores can't be opened", async () => {
  const queue = createCommandQueue();
  const waiting = queue.serve(REQUEST);
  await queue.close();
  expect(await waiting).toEqual(BUSY);
});
