import dns from "node:dns";
import type { LookupFunction } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { freshDatabase } from "@/server/testing/database";
import { openPostgres } from "./postgres";
import { createRememberedLookup } from "./remembered-lookup";

type Answer = Parameters<Parameters<LookupFunction>[2]>;

afterEach(() => vi.restoreAllMocks());

/** Replaces the name server; null never answers. */
function answers(...given: (Answer | null)[]) {
  const asked = vi.spyOn(dns, "lookup");
  for (const answer of given) {
    const lookup = (_: string, __: object, done: (...answer: Answer) => void) => {
      if (answer) setImmediate(done, ...answer);
    };
    asked.mockImplementationOnce(lookup as never);
  }
  return asked;
}

const failure = (code: string): Answer => [Object.assign(new Error(code), { code }), "", 0];
const address = (text: string): Answer => [null, text, 4];

function looker() {
  const lookup = createRememberedLookup(1);
  return () =>
    new Promise((done) => {
      lookup("db.example", {}, (error, found) => done(error ? error.code : found));
    });
}

it("answers as the name server, and with its last answer while it fails or is silent", async () => {
  const look = looker();
  answers(
    failure("EAI_AGAIN"),
    address("192.0.2.1"),
    failure("EAI_AGAIN"),
    address("192.0.2.2"),
    failure("ENOTFOUND"),
    null,
  );
  const seen = [];
  for (let n = 0; n < 7; n++) seen.push(await look());
  const [first, second] = ["192.0.2.1", "192.0.2.2"];
  expect(seen).toEqual(["EAI_AGAIN", first, first, second, "ENOTFOUND", second, second]);
});

it("asks once at a time, and anew after each answer", async () => {
  const look = looker();
  const asked = answers(address("192.0.2.1"), address("192.0.2.2"));
  expect(await Promise.all([look(), look()])).toEqual(["192.0.2.1", "192.0.2.1"]);
  expect(await look()).toBe("192.0.2.2");
  expect(asked).toHaveBeenCalledTimes(2);
});

it("new connections to PostgreSQL are opened while names can't be resolved", async () => {
  const database = await freshDatabase();
  const url = new URL(database.url);
  url.hostname = "localhost";
  const { prisma, close } = openPostgres({ connectionString: url.href });
  const ended = () => prisma.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`;
  await expect(ended()).rejects.toThrow();
  const silent = vi.spyOn(dns, "lookup").mockImplementation((() => {}) as never);
  await expect(prisma.$queryRaw`SELECT 1 AS n`).resolves.toEqual([{ n: 1 }]);
  expect(silent).toHaveBeenCalled();
  await close();
  await database.drop();
});
