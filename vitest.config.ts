import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  resolve: { alias: [{ find: /^@\//, replacement: root }] },
  test: {
    include: ["server/**/*.test.ts", "app/**/*.test.ts", "e2e/**/*.test.ts"],
    globalSetup: ["e2e/support/vitest-setup.ts"],
    environment: "node",
    // One process per file, so that globals and signal handlers of a test end with its file.
    pool: "forks",
    maxWorkers: 2,
    passWithNoTests: false,
    // The machine is shared, so a slow test says nothing about the code under test.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
