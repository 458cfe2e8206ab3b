import { expect, it } from "vitest";
import { createRecordReader, type Format, formatOf } from "./record-reader";

const KNOWN = ["email", "name", "metadata"];
function read(format: Format, bytes: Buffer) {
  const reader = createRecordReader(format, KNOWN);
  return [...reader.push(bytes), ...reader.end()];
}

it.each([
  ["UTF-16 with its mark", Buffer.from("\ufeffemail\na@x.example\n", "utf16le")],
  ["UTF-16 without it", Buffer.from("email\na@x.example\n", "utf16le")],
  ["UTF-16 of the other order", Buffer.from("email\na@x.example\n", "utf16le").swap16()],
])("says that a file is encoded in %s", (_what, bytes) => {
  expect(() => read("csv", bytes)).toThrow("The file is encoded in UTF-16. Save it as UTF-8.");
});

it("says what to do about a workbook", () => {
  const workbook = Buffer.from("PK\u0003\u0004...");
  const message = "The file is a workbook or a ZIP file. Save it as CSV (UTF-8).";
  expect(() => read("csv", workbook)).toThrow(message);
});

it.each([
  ["commas", "email,name\r\na@x.example,A;B\tC\r\n"],
  ["semicolons", "\ufeffemail;name\r\na@x.example;A,B\tC\r\n"],
  ["semicolons and quotation marks", '"email";"name"\n"a@x.example";"A;B,C"\n'],
  ["tabs", "email\tname\na@x.example\tA,B;C\n"],
  ["semicolons, and say so", "\ufeffsep=;\r\nemail;name\r\na@x.example;A,B\tC\r\n"],
  ["commas, and say so", "sep=,\nemail,name\na@x.example,A;B\tC\n"],
  ["tabs, and say so", "SEP=\t\nemail\tname\na@x.example\tA,B;C\n"],
])("reads columns that are separated by %s, as spreadsheets save them", (what, text) => {
  expect(read("csv", Buffer.from(text))).toMatchObject([
    {
      line: what.endsWith("say so") ? 3 : 2,
      record: { email: "a@x.example", name: expect.stringMatching(/^A.B.*C$/) },
    },
  ]);
});

it("skips rows without values, as spreadsheets save them below the others", () => {
  const text = "email;name\na@x.example;A\n;\n;\nb@x.example;\n";
  expect(read("csv", Buffer.from(text))).toMatchObject([{ line: 2 }, { line: 5 }]);
});

it.each<[Format, string]>([
  ["csv", "\ufeffemail\na@x.example"],
  ["ndjson", '\ufeff{"email":"a@x.example"}'],
])("skips the byte order mark of %s", (format, text) => {
  expect(read(format, Buffer.from(text))).toMatchObject([{ record: { email: "a@x.example" } }]);
});

it.each<[Format, string, string]>([
  ["csv", "email,name\na@x.example,A\0", "name: Contains a NUL character."],
  ["ndjson", '{"name":["\\u0000"]}', "Contains a NUL character."],
])("rejects a NUL character in %s, which the database can't store", (format, text, reason) => {
  expect(read(format, Buffer.from(text))).toMatchObject([{ reason }]);
  expect(read("ndjson", Buffer.from('{"name":"\\\\u0000"}'))).toMatchObject([{ record: {} }]);
});

it("reads a file of rejected rows, after they were corrected", () => {
  const text = "rejected_line,rejected_reason,email\n7,email: Required.,a@x.example\n";
  expect(read("csv", Buffer.from(text))).toEqual([{ line: 2, record: { email: "a@x.example" } }]);
});

it("knows the format by the file's name", () => {
  const names = ["a.csv", "a.NDJSON", "a.jsonl", "a.txt", "ndjson"];
  expect(names.map(formatOf)).toEqual(["csv", "ndjson", "ndjson", "csv", "csv"]);
});

it("lists the known columns once, however many of a header are unknown", () => {
  const listed = () => read("csv", Buffer.from("iban,nmae,phone,city\n"));
  expect(listed).toThrow(
    "iban: Unknown column. nmae: Unknown column. Did you mean name? phone: Unknown column. city: Unknown column. The columns are email, name, metadata.",
  );
});
