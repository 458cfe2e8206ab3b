import { afterEach, expect, it } from "vitest";
import type { Actor, Core } from "../core/kernel/actor";
import { platformForTests } from "../testing/platform";
import type { Export } from "./export";
import { EXPORTS } from "./exports";
import { handleExport } from "./http";

const platform = await platformForTests();
const partner = await platform.newPartner();
const exports = EXPORTS as Record<string, Export>;
afterEach(() => {
  delete exports.probe;
});

const newViewer = async () => (await platform.newPerson(partner, "viewer")).actor;

/** Requests an export that is added for the test. */
function begin(
  actor: Actor,
  init: RequestInit = {},
  { core }: { core: Core } = platform.wiring,
): Promise<Response> {
  const request = new Request("http://latchkey.test/api/export/probe", init);
  return handleExport(request, "probe", { core, actor, address: null });
}

/** An export without an end. */
function addEndless(): void {
  exports.probe = async function* lines() {
    for (;;) yield "a,b\r\n";
  };
}

it("a person has four exports in progress, however slowly they are read", async () => {
  addEndless();
  const [person, other] = [await newViewer(), await newViewer()];
  const running = [];
  for (let n = 0; n < 4; n++) running.push(await begin(person));
  expect(running.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const refused = await begin(person);
  expect(refused.status).toBe(503);
  expect(await refused.text()).toBe(
    "Too many exports are in progress. Try again when one has finished.\n",
  );
  const others = await begin(other);
  expect(others.status).toBe(200);
  for (const { body } of [...running, others]) await body?.cancel();
  const next = await begin(person);
  expect(next.status).toBe(200);
  await next.body?.cancel();
});

it("an export that fails, is not read, or whose client has left gives its place back", async () => {
  const person = await newViewer();
  const expectRoom = async (expected: number, ask: () => Promise<Response>) => {
    for (let n = 0; n < 6; n++) expect((await ask()).status).toBe(expected);
  };
  exports.probe = async function* fails() {
    yield* [];
    throw new Error("the query fails");
  };
  await expectRoom(500, () => begin(person));
  addEndless();
  const transact = () => Promise.reject(new Error("it can't be recorded"));
  const core = { ...platform.wiring.core, transact };
  await expectRoom(500, () => begin(person, {}, { core }));
  await expectRoom(200, () => begin(person, { method: "HEAD" }));
  const left = AbortSignal.abort();
  await expectRoom(200, () => begin(person, { signal: left }));
  await expectRoom(200, async () => {
    const leaving = new AbortController();
    const response = await begin(person, { signal: leaving.signal });
    leaving.abort();
    return response;
  });
});

it("one page of rows is read at a time, of all exports", async () => {
  let reading = 0;
  let most = 0;
  exports.probe = async function* lines() {
    for (let page = 0; page < 5; page++) {
      most = Math.max(most, ++reading);
      await new Promise(setImmediate);
      reading--;
      yield "a,b\r\n";
    }
  };
  const people = [await newViewer(), await newViewer()];
  const three = people.flatMap((person) => [person, person, person]);
  const files = await Promise.all(three.map(async (person) => (await begin(person)).text()));
  expect(files).toEqual(Array(6).fill("a,b\r\n".repeat(5)));
  expect(most).toBe(1);
});
