import { expect, it } from "vitest";
import { checked } from "./checked";
import { exactLine, Label, line } from "./text";

const CONTROL = "Must not contain control characters.";
const UNICODE = "Must be valid Unicode.";

it.each([
  ["a\ud800", [UNICODE]],
  ["\udc00\n", [UNICODE]],
  ["a\u0000", [CONTROL]],
  ["a\nb", [CONTROL]],
  ["a\u202eb", [CONTROL]],
  ["", ["Must not be empty."]],
  ["x".repeat(81), ["Must be at most 80 characters."]],
  ["Grüezi 👋", []],
])("a line of text, %j, has the issues %j", (text, messages) => {
  for (const schema of [Label, line(80), exactLine(80)]) {
    const result = checked(schema, text);
    const issues = "issues" in result ? result.issues : [];
    expect(issues.map(({ message }) => message)).toEqual(messages);
  }
});
