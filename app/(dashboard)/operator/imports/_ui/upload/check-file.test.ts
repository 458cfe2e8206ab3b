import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { checkFile } from "./check-file";
import { rejectedRows } from "./rejected-rows";

const options = {
  known: ["email", "name"],
  onProgress: () => {},
  signal: new AbortController().signal,
};
const file = (text: string, name = "a.csv") => Object.assign(new Blob([text]), { name });

it("counts the rows of a file, keeps the first ones, and computes the command line's hash", async () => {
  const text = `email,name\n${"a@example.com,A\n".repeat(30_000)}b@example.com\n"c`;
  const checked = await checkFile(file(text), options);
  expect(checked).toMatchObject({
    hash: createHash("sha256").update(text).digest("hex"),
    columns: ["email", "name"],
    rows: 30_002,
    unreadable: 2,
    firstUnreadable: [
      { line: 30_002, reason: "The line has 1 cells, but the header has 2." },
      { line: 30_003, reason: "Invalid CSV: Quote not closed." },
    ],
  });
  expect(checked.sample).toHaveLength(100);
});

it.each([
  ["an empty file", "", { rows: 0, columns: [] }],
  ["a header only", "email,name\r\n", { rows: 0, columns: ["email", "name"] }],
])("%s has no rows", async (_what, text, expected) => {
  expect(await checkFile(file(text), options)).toMatchObject(expected);
});

it("the names of JSON lines are the columns", async () => {
  const text = '{"email":"a@example.com"}\n{"name":"B","email":"b@example.com"}\n';
  expect((await checkFile(file(text, "a.ndjson"), options)).columns).toEqual(["email", "name"]);
});

it("a check can be ended", async () => {
  const signal = AbortSignal.abort();
  await expect(checkFile(file("email\na"), { ...options, signal })).rejects.toThrow();
});

it("rejected rows are a CSV file with the reasons, which can be corrected and checked again", async () => {
  const text = 'name,email\n"=A\nB",a@example.com\nC,c\n';
  const reasons = new Map([
    [3, "email: taken"],
    [4, "email: Must be an email address."],
  ]);
  const blob = await rejectedRows(file(text), reasons);
  const rejected = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await blob.arrayBuffer());
  expect(rejected).toBe(
    '\ufeffrejected_line,rejected_reason,name,email\r\n3,email: taken,"\'=A\nB",a@example.com\r\n4,email: Must be an email address.,C,c\r\n',
  );
  const again = await checkFile(file(rejected), options);
  expect(again.sample.map(({ record }) => record)).toEqual([
    { name: "=A\nB", email: "a@example.com" },
    { name: "C", email: "c" },
  ]);
  const twice = await rejectedRows(file(rejected), new Map([[3, "again"]]));
  expect(await twice.text()).toContain(
    'rejected_line,rejected_reason,name,email\r\n3,again,"\'=A\nB"',
  );
});

it("rejected rows of a file that names its separator have its header", async () => {
  const blob = await rejectedRows(file("sep=;\nname;email\nC;c\n"), new Map([[3, "taken"]]));
  const text = "rejected_line,rejected_reason,name,email\r\n3,taken,C,c\r\n";
  expect(await blob.text()).toBe(text);
});

it("rejected JSON lines are one cell each", async () => {
  const blob = await rejectedRows(
    file('{"a":1}\n\n[2]', "a.jsonl"),
    new Map([[3, "Must be an object."]]),
  );
  expect(await blob.text()).toBe(
    "rejected_line,rejected_reason,row\r\n3,Must be an object.,[2]\r\n",
  );
});
