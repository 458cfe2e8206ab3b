import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { MantineProvider } from "@mantine/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { cssVariables, theme } from "../app/_ui/layout/theme";

/** The generated stylesheet with the theme's CSS variables. */
export const THEME_CSS = fileURLToPath(new URL("../app/_ui/layout/theme.css", import.meta.url));

const HEAD = "/* Generated from theme.ts by `npm run docs`. */";

/**
 * The CSS variables of the theme, as Mantine would insert them into each page. As a file they are
 * cached, and pages without Mantine's scripts have them too.
 */
export function themeCss(): string {
  const page = renderToStaticMarkup(
    createElement(MantineProvider, {
      theme,
      cssVariablesResolver: cssVariables,
      withGlobalClasses: false,
    }),
  );
  const [, css] = /<style data-mantine-styles="true">(.*)<\/style>/s.exec(page) ?? [];
  if (css === undefined) throw new Error("Mantine renders no style element with its variables.");
  const lines = css
    .split(/(?<=[;{}])\s*/)
    .map((line) => (line.endsWith(";") ? `  ${line}` : line.replace(/\s*\{$/, " {")));
  return [HEAD, ...lines, ""].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(THEME_CSS, themeCss());
