import { expect, it } from "vitest";
import { perMinute } from "./rates";

it("large limits can be read", () => {
  expect(perMinute(1_000_000)).toBe("1,000,000/min");
});
