import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { spawnOwned, temporaryFolder } from "../server/testing/processes";
import { describeFailures, type TestReport } from "./support/failures";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const VITEST = `
import { beforeAll, describe, expect, test } from "vitest";
test("passes", () => {});
test.skip("is skipped", () => {});
describe("a group", () => {
  test("fails", () => expect({ color: "red" }).toEqual({ color: "blue" }));
});
describe("a group whose hook fails", () => {
  beforeAll(() => { throw new Error("the hook failed"); });
  test("never runs", () => {});
});
test("leaves an error behind", () => { setTimeout(() => { throw new Error("nobody caught it"); }); });
`;
const PLAYWRIGHT = `
import { expect, test } from "playwright/test";
test("passes", () => {});
test.skip("is skipped", () => {});
test.describe("a group", () => {
  test("fails", () => expect({ color: "red" }).toEqual({ color: "blue" }));
});
`;

test("the summary of a Vitest run names each failed test and every error outside tests", async () => {
  const folder = checkout({
    "a.test.mjs": VITEST,
    "broken.test.mjs": "throw new Error('no such file')",
  });
  const reporter = join(ROOT, "e2e/support/vitest-reporter.ts");
  const args = ["run", `--reporter=${reporter}`, "--outputFile=report.json"];
  const { passed, total, failures } = await run(folder, "vitest", args);
  expect({ passed, total }).toEqual({ passed: 2, total: 5 });
  const text = describeFailures(failures.map((failure) => ({ step: "units", ...failure })));
  expect(namesIn(text).sort()).toEqual([
    "units › a.test.mjs › a group > fails",
    "units › a.test.mjs › a group whose hook fails",
    "units › a.test.mjs › a group whose hook fails > never runs",
    "units › a.test.mjs › is skipped",
    "units › broken.test.mjs › outside of any test",
    "units › unhandled",
  ]);
  for (const part of [
    "nobody caught it",
    "the hook failed",
    "no such file",
    '-   "color": "blue"',
  ]) {
    expect(text).toContain(part);
  }
});

test("the summary of a Playwright run names each failed test", async () => {
  const folder = checkout({ "a.spec.mjs": PLAYWRIGHT, "playwright.config.mjs": configOf({}) });
  const { passed, total, failures } = await run(folder, "playwright", ["test"]);
  expect({ passed, total }).toEqual({ passed: 1, total: 3 });
  const text = describeFailures(failures.map((failure) => ({ step: "browser", ...failure })));
  expect(namesIn(text)).toEqual([
    expect.stringMatching(/^browser › .*a\.spec\.mjs › is skipped$/),
    expect.stringMatching(/^browser › .*a\.spec\.mjs › a group > fails$/),
  ]);
  expect(text).toContain('-   "color": "blue"');
});

test("names a failed global setup of Playwright", async () => {
  const folder = checkout({
    "a.spec.mjs": PLAYWRIGHT,
    "playwright.config.mjs": configOf({ globalSetup: "./setup.mjs" }),
    "setup.mjs": "export default () => { throw new Error('no server'); }",
  });
  const { failures } = await run(folder, "playwright", ["test"]);
  expect(failures[0]?.error).toContain("no server");
});

test("keeps the list short, however many tests failed", () => {
  const error = `${"x".repeat(10_000)}\n`.repeat(100);
  const failure = { step: "units", file: "a.test.ts", title: "fails", error };
  const text = describeFailures(Array.from({ length: 500 }, () => failure));
  expect(text.length).toBeLessThan(100_000);
  expect(text).toMatch(/\n\.\.\. and 480 more$/);
  expect(describeFailures([])).toBe("");
});

function configOf(options: object): string {
  const reporter = join(ROOT, "e2e/support/playwright-reporter.ts");
  const reporters = [[reporter, { outputFile: "report.json" }]];
  return `export default ${JSON.stringify({ ...options, reporter: reporters })};`;
}

function checkout(files: Record<string, string>): string {
  const folder = temporaryFolder("failures");
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function run(folder: string, program: string, args: string[]): Promise<TestReport> {
  const command = join(folder, "node_modules/.bin", program);
  const { exited, output } = spawnOwned({ command, args, cwd: folder });
  expect(await exited, output()).toBe(1);
  return JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
}

function namesIn(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("✗ "))
    .map((line) => line.slice(2));
}
