import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  resolve: { alias: [{ find: /^@\//, replacement: root }] },
  test: {
    include: ["server/**/*.test.ts", "app/**/*.test.ts", "e2e/**/*.test.ts"],
    globalSetup: ["e2e/support/vitest-setup.ts"],
    environment: "node",
    // A process per file: what a test leaves on globalThis or in a signal handler ends with it.
    pool: "forks",
    maxWorkers: 2,
    passWithNoTests: false,
    // Machines are shared: how long a test takes says nothing of what it tests.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
