import { expect, it } from "vitest";
import { contrast, isColour, textOn } from "./contrast";

it("calculates WCAG's contrast ratio, in either order of the colors", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrast("#1f6feb", "#1f6feb")).toBe(1);
});

it("selects the text color with the higher contrast", () => {
  expect(textOn("#ffe066")).toBe("#000000");
  expect(textOn("#123456")).toBe("#ffffff");
});

it.each(["#1f6feb", "#ABCDEF"])("accepts %s", (text) => expect(isColour(text)).toBe(true));
it.each(["", "1f6feb", "#fff", "#1f6feb80", "red"])("rejects “%s”", (text) =>
  expect(isColour(text)).toBe(false),
);
