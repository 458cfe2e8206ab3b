import { expect, it } from "vitest";
import { Label, lines } from "../../server/core/values/text";
import { issuesOf } from "./issues";

it.each([
  ["name", "Enter a name."],
  ["label", "Enter a name."],
  ["legalName", "Enter a legal name."],
  ["details.address", "Enter an address."],
  ["url", "Enter a URL."],
])("names what to enter in the empty field %s", (path, message) => {
  for (const text of [Label, lines(10)]) {
    const [issue] = text.safeParse(" ").error?.issues ?? [];
    const issues = [{ path, message: issue?.message }];
    const failure = { code: "validation_failed", message: "", details: { issues }, mayPass: false };
    expect(issuesOf(failure as Parameters<typeof issuesOf>[0])).toEqual({ [path]: message });
  }
});
