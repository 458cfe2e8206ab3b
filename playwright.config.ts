import { defineConfig } from "playwright/test";
import { chromiumOptions } from "./e2e/support/chromium";
import { findStage } from "./e2e/support/stage";
import { WORKERS } from "./server/testing/extent";

const baseURL = findStage()?.url;
const { args = [], ...browser } = chromiumOptions();

export default defineConfig({
  testDir: "e2e/browser",
  testMatch: "**/*.spec.ts",
  globalSetup: "./e2e/support/browser-setup.ts",
  outputDir: "e2e/.report/artifacts",
  reporter: [
    ["line"],
    ["./e2e/support/playwright-reporter.ts", { outputFile: "e2e/.report/playwright.json" }],
  ],
  forbidOnly: true,
  // e2e/run.ts retries a failed file once and lists at the end the tests that passed only then.
  retries: 0,
  workers: WORKERS,
  // The machine may be shared, and unit tests run at the same time.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    ...(baseURL === undefined ? {} : { baseURL }),
    browserName: "chromium",
    // Not the server's, as for most users, and not a whole number of hours from it.
    timezoneId: "Asia/Kathmandu",
    // Most pages are left before optimized code has saved what compiling it cost.
    launchOptions: { ...browser, args: [...args, "--js-flags=--no-opt --no-maglev"] },
    permissions: ["clipboard-read", "clipboard-write"],
    screenshot: "only-on-failure",
    // Recording takes a third of the time of all tests; "--trace on" records a failing one.
    trace: "off",
  },
});
