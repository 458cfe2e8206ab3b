import { expect, test } from "vitest";
import { asciiDigits } from "./digits";

test("digits of other keyboards are read", () => {
  expect(asciiDigits("۱۲۰")).toBe("120");
  expect(asciiDigits("٣٠٠")).toBe("300");
  expect(asciiDigits("१२")).toBe("12");
  expect(asciiDigits("３a")).toBe("3a");
});
