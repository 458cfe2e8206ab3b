import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright/test";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

export const POPUPS = "[role=dialog], [role=menu], [role=listbox]";

/**
 * The violations that axe finds, one line each: in the whole page, or only in its popups if any are
 * open. Its source is injected through the debugger, because the policy blocks scripts.
 */
export async function findings(page: Page, isWhole: boolean): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const results: AxeResults = await page.evaluate(
    ({ options, popups }) => {
      type Axe = { run(context: object, options: object): Promise<AxeResults> };
      const { axe } = window as unknown as { axe: Axe };
      const open = [...document.querySelectorAll(popups ?? "_")].filter(
        (popup) => popup.getClientRects().length > 0,
      );
      return axe.run(open.length > 0 ? { include: open } : document, {
        ...options,
        // Passed checks are not read, and stylesheets only matter for rules that are off.
        resultTypes: ["violations"],
        preload: false,
      });
    },
    { options: RULES, popups: isWhole ? null : POPUPS },
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary}`),
  );
}

const RULES = {
  runOnly: TAGS,
  // Best practices that none of the tags includes: each landmark exists once.
  rules: {
    "landmark-no-duplicate-banner": { enabled: true },
    "landmark-no-duplicate-main": { enabled: true },
    "landmark-no-duplicate-contentinfo": { enabled: true },
  },
};
