import { expect, it } from "vitest";
import { LONG_BODY, USUAL_BODY } from "./body-limits";
import type { ApiRequest } from "./exchange";
import { readJson } from "./input";

function requestWith(text: string): ApiRequest {
  const headers: Record<string, string> = { "content-type": "application/json" };
  const read = { header: (name: string) => headers[name] ?? null };
  return { ...read, readBody: async () => Buffer.from(text) } as unknown as ApiRequest;
}

/** In which turn of the event loop each of five such bodies, sent at once, was read. */
async function turnsOf(text: string, limits: typeof LONG_BODY): Promise<number[]> {
  let turn = 0;
  let timer = setImmediate(function count() {
    turn += 1;
    timer = setImmediate(count);
  });
  const reads = Array.from({ length: 5 }, () => readJson(requestWith(text), limits));
  const turns = await Promise.all(reads.map((read) => read.then(() => turn)));
  clearImmediate(timer);
  return turns;
}

it("of long bodies that arrive together, each is read in a turn of its own", async () => {
  const long = JSON.stringify({ text: "x".repeat(200_000) });
  expect(new Set(await turnsOf(long, LONG_BODY)).size).toBe(5);
});

it("usual bodies wait for nothing", async () => {
  expect(new Set(await turnsOf('{"text":"x"}', USUAL_BODY)).size).toBe(1);
});
