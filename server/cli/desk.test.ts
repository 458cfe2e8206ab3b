import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlatform, type Platform } from "../../e2e/support/platform";
import type { CommandHost } from "./command";
import { createDesk } from "./desk";

let platform: Platform;

beforeAll(async () => {
  platform = await openPlatform();
});

afterAll(() => platform?.close());

const REQUEST = { command: "migrate", input: {} };
const BUSY = { busy: true };

const hostThat = (migrate: CommandHost["migrate"]): CommandHost => ({
  core: platform.wiring.core,
  siteUrl: "http://localhost",
  migrate,
});

test("who comes while the stores are being opened is served when they are open", async () => {
  const desk = createDesk();
  const early = desk.serve(REQUEST);
  desk.open(hostThat(async () => ({ applied: ["one"] })));
  expect(await early).toEqual({ result: { applied: ["one"] } });
});

test("closing waits for what runs, and sends newcomers away with nothing done", async () => {
  const desk = createDesk();
  let finish = () => {};
  const migrate = () =>
    new Promise<{ applied: string[] }>((done) => {
      finish = () => done({ applied: [] });
    });
  desk.open(hostThat(migrate));
  const running = desk.serve(REQUEST);
  let isClosed = false;
  const closed = desk.close().then(() => {
    isClosed = true;
  });
  expect(await desk.serve(REQUEST)).toEqual(BUSY);
  expect(isClosed).toBe(false);
  finish();
  expect(await running).toEqual({ result: { applied: [] } });
  await closed;
});

test("where the stores could not be opened, whoever waits is sent away", async () => {
  const desk = createDesk();
  const waiting = desk.serve(REQUEST);
  await desk.close();
  expect(await waiting).toEqual(BUSY);
});
