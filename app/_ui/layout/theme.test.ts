import { readFileSync } from "node:fs";
import { DEFAULT_THEME } from "@mantine/core";
import { describe, expect, it } from "vitest";
import { THEME_CSS, themeCss } from "../../../docs/theme-css";
import { contrast } from "../../(dashboard)/partners/[partner]/settings/profile/_ui/contrast";
import { cssVariables } from "./theme";

it("theme.css has the theme's variables (npm run docs)", () => {
  expect(readFileSync(THEME_CSS, "utf8")).toBe(themeCss());
});

describe.each(["light", "dark"] as const)("in the %s scheme", (scheme) => {
  const own = cssVariables(DEFAULT_THEME)[scheme];
  const colors = Object.entries(own).filter(([name]) => name.startsWith("--lk-chart"));

  it("every color of a chart has a contrast of at least 3:1 with its card (WCAG 2.2, 1.4.11)", () => {
    expect(colors.length).toBeGreaterThanOrEqual(9);
    const surface = own["--lk-surface"] ?? "";
    const faint = colors.filter(([, color]) => contrast(color, surface) < 3);
    expect(faint).toEqual([]);
  });

  it("no two series of a chart have the same color", () => {
    expect(new Set(colors.map(([, color]) => color)).size).toBe(colors.length);
  });
});
