import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Format, Found } from "../../core/imports/record-reader";
import { temporaryFolder } from "../../testing/processes";
import { batchesOf } from "./batches";
import { readRecords } from "./records";
import { openSideFile } from "./side-file";
import { openSource } from "./source";

async function read(format: Format, content: string | Uint8Array, chunk = 7): Promise<Found[]> {
  const bytes = Buffer.from(content);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, n) =>
    bytes.subarray(n * chunk, (n + 1) * chunk),
  );
  const found: Found[] = [];
  for await (const one of readRecords("customers", format, Readable.from(chunks))) found.push(one);
  return found;
}

const HEADER = "email,external_id,name,metadata.plan";

test("a CSV file yields its cells by column, with line numbers", async () => {
  const rows = `\ufeff${HEADER}\r\na@x.example,1,"Ann, ""A""",pro\r\n\r\nb@x.example,,Åsa,\r\n`;
  expect(await read("csv", rows)).toEqual([
    {
      line: 2,
      record: {
        email: "a@x.example",
        external_id: "1",
        name: 'Ann, "A"',
        metadata: { plan: "pro" },
      },
    },
    { line: 4, record: { email: "b@x.example", name: "Åsa" } },
  ]);
});

test("metadata is a JSON object in one cell, and anything else is reported", async () => {
  const rows = [`email,metadata`, `a@x,"{""plan"":""';=1""}"`, `b@x,{plan}`, `c@x,"{""a"":1e400}"`];
  expect(await read("csv", rows.join("\n"))).toEqual([
    { line: 2, record: { email: "a@x", metadata: { plan: "';=1" } } },
    { line: 3, reason: "metadata: Not valid JSON." },
    { line: 4, reason: expect.stringMatching(/^metadata: /) },
  ]);
});

test("invalid CSV lines are reported in order, and the lines after them are read", async () => {
  const lines = [HEADER, "a@x,1,A", 'b@x,2,"B" x,', "c@x,3,C,p", 'd@x,4,"D', "e@x,5,E,", ""];
  const found = await read("csv", lines.join("\n"));
  const outcomes = found.map((one) => ("reason" in one ? [one.line, one.reason] : one.line));
  expect(outcomes).toEqual([
    [2, "The line has 3 cells, but the header has 4."],
    3,
    4,
    [expect.any(Number), expect.stringContaining("Invalid CSV: Quote not closed")],
  ]);
});

test("invalid UTF-8 is reported, not replaced", async () => {
  const latin = Buffer.concat([
    Buffer.from(`${HEADER}\na@x,1,`),
    Buffer.from([0xe5]),
    Buffer.from(",\n"),
  ]);
  expect(await read("csv", latin)).toEqual([{ line: 2, reason: "name: Not valid UTF-8." }]);
  const json = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xe5]), Buffer.from('"}\n')]);
  expect(await read("ndjson", json)).toEqual([{ line: 1, reason: "Not valid UTF-8." }]);
});

test.each([
  ["an unknown column", "emial,name\n", "Did you mean email?"],
  ["a column twice", "email,email\n", "more than once"],
  ["metadata in both ways", "metadata,metadata.plan\n", "both metadata and metadata.*"],
  ["columns without names", "email,,\n", "Column 2 of the header has no name."],
  ["a line for spreadsheets before it", "sep=|\nemail\n", "Remove the line sep="],
])("a header with %s fails the import before its first line", async (_what, header, words) => {
  await expect(read("csv", `${header}a,b\n`)).rejects.toMatchObject({
    code: "validation_failed",
    message: expect.stringContaining(words),
  });
});

test("a CSV file without a header fails, and one without rows does not", async () => {
  const empty = { code: "validation_failed", message: "The file has no header." };
  for (const text of ["", "\n\n"]) await expect(read("csv", text)).rejects.toMatchObject(empty);
  expect(await read("csv", `${HEADER}\n`)).toEqual([]);
  expect(await read("ndjson", "")).toEqual([]);
});

test("a folder is not called a missing file", async () => {
  const named = { message: `${folder} is a folder.` };
  await expect(openSource(folder, undefined)).rejects.toMatchObject(named);
});

test("NDJSON yields each line, and invalid lines are reported", async () => {
  expect(await read("ndjson", '{"email":"å"}\n\nnonsense\n[1]')).toEqual([
    { line: 1, record: { email: "å" } },
    { line: 3, reason: "Not valid JSON." },
    { line: 4, record: [1] },
  ]);
});

test.each([
  ["ndjson", '"'.padEnd(100_000, "x")],
  ["csv", `${HEADER}\n"${"x".repeat(100_000)}`],
  ["csv", `${HEADER}\n${"x".repeat(70_000)}\nafter@example.com`],
] as const)(
  "an unterminated line of %s stops the import, because it would hide the lines after it",
  async (format, text) => {
    const message = /^Line \d is longer than 65536 characters, or a quoted value is not closed\.$/;
    await expect(read(format, text, 10_000)).rejects.toMatchObject({
      code: "validation_failed",
      message: expect.stringMatching(message),
    });
  },
);

test("batches contain each line once, in order, within the size limit of a message", async () => {
  const size = fc.oneof(fc.constant(10), fc.integer({ min: 1, max: 60_000 }));
  await fc.assert(
    fc.asyncProperty(fc.array(size, { maxLength: 40 }), fc.nat(40), async (sizes, afterLine) => {
      const lines = sizes.map((n, index) => ({ line: index + 1, record: "x".repeat(n) }));
      let last = afterLine;
      const seen: number[] = [];
      for await (const batch of batchesOf(Readable.from(lines), afterLine)) {
        expect(batch.afterLine).toBe(last);
        last = batch.throughLine;
        seen.push(...batch.lines.map(({ line }) => line));
        expect(JSON.stringify(batch).length).toBeLessThan(400_000);
      }
      expect(seen).toEqual(lines.map(({ line }) => line).filter((line) => line > afterLine));
    }),
    { numRuns: 30 },
  );
});

const folder = temporaryFolder("import");

const rejection = (line: number) => ({ line, reason: "bad" });
const written = async (path: string) =>
  (await readFile(path, "utf8"))
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text).line);

test("the rejected-lines file of a resumed import has each line once, including torn and missing lines", async () => {
  const path = join(folder, "resumed");
  const whole = [1, 2, 3, 7].map((line) => JSON.stringify(rejection(line))).join("\n");
  await writeFile(path, whole.slice(0, -4));
  const lastRejected = [rejection(7), rejection(9)];
  const side = await openSideFile(path, { linesDone: 10, lastRejected });
  await side.add([rejection(12)]);
  expect(await written(path)).toEqual([1, 2, 3, 7, 9, 12]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("a new import starts a new rejected-lines file, created only if lines are rejected", async () => {
  const path = join(folder, "new");
  await writeFile(path, "old");
  const side = await openSideFile(path, { linesDone: 0, lastRejected: [] });
  await side.add([]);
  await expect(stat(path)).rejects.toMatchObject({ code: "ENOENT" });
  await side.add([rejection(5)]);
  expect(await written(path)).toEqual([5]);
});
