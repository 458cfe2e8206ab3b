import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../server/testing/processes";
import { changedFiles } from "./support/other-release";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CONFIG = ".dependency-cruiser.cjs";

/** The rule that must refuse the import, the importing file, and the imported module. */
const REFUSED: [rule: string, from: string, to: string][] = [
  ["no-cycles", "server/core/cycle-a.ts", "@/server/core/cycle-b"],
  ["no-missing-modules", "server/core/missing.ts", "./nowhere"],
  ["no-dev-dependencies-in-production", "server/main.ts", "fast-check"],
  ["no-undeclared-packages", "server/main.ts", "playwright-core"],
  ["no-tests-in-production", "server/main.ts", "@/e2e/support/target"],
  ["server-without-e2e", "server/core/to-e2e.test.ts", "@/e2e/support/target"],
  ["core-is-independent", "server/core/to-rest.ts", "@/server/rest/target"],
  ["core-is-independent", "server/core/to-stores.ts", "@/server/stores/target"],
  ["core-is-independent", "server/core/to-env.ts", "@/server/env"],
  ["core-without-frameworks", "server/core/to-trpc.ts", "@trpc/server"],
  ["core-without-frameworks", "server/core/to-redis.ts", "ioredis"],
  ["kernel-imports-no-feature", "server/core/kernel/to-keys.ts", "@/server/core/keys/queries"],
  ["values-import-nothing", "server/core/values/to-kernel.ts", "@/server/core/kernel/errors"],
  ["values-import-nothing", "server/core/values/to-files.ts", "node:fs"],
  ["features-meet-in-few-files", "server/core/keys/to-links.ts", "@/server/core/sign-in/links"],
  ["features-meet-in-few-files", "server/core/keys/to-events.ts", "@/server/core/payouts/events"],
  ["rest-to-core-only", "server/rest/to-trpc.ts", "@/server/trpc/target"],
  ["rest-to-core-only", "server/rest/to-stores.ts", "@/server/stores/target"],
  ["rest-to-core-only", "server/rest/to-prisma.ts", "@/prisma/client/client"],
  ["trpc-to-core-only", "server/trpc/to-rest.ts", "@/server/rest/target"],
  ["trpc-to-core-only", "server/trpc/to-prisma.ts", "@/prisma/client/client"],
  ["export-to-core-only", "server/export/to-trpc.ts", "@/server/trpc/target"],
  ["pdf-to-core-only", "server/pdf/to-stores.ts", "@/server/stores/target"],
  ["only-pdf-imports-pdfkit", "server/usage/to-pdfkit.ts", "pdfkit"],
  ["stores-to-core-only", "server/stores/to-rest.ts", "@/server/rest/target"],
  ["auth-to-core-only", "server/auth/to-stores.ts", "@/server/stores/target"],
  ["usage-to-core-only", "server/usage/to-stores.ts", "@/server/stores/target"],
  ["delivery-to-core-only", "server/delivery/to-stores.ts", "@/server/stores/target"],
  ["mail-to-core-only", "server/mail/to-stores.ts", "@/server/stores/target"],
  ["only-mail-imports-nodemailer", "server/usage/to-nodemailer.ts", "nodemailer"],
  ["observe-to-core-only", "server/observe/to-stores.ts", "@/server/stores/target"],
  ["rate-limit-to-core-only", "server/rate-limit/to-stores.ts", "@/server/stores/target"],
  ["app-to-transports-only", "app/to-stores.ts", "@/server/stores/target"],
  ["app-to-transports-only", "app/to-prisma.ts", "@/prisma/client/client"],
  ["app-to-transports-only", "app/to-service.tsx", "@/server/core/keys/mutations"],
  ["transports-without-stores", "app/to-pg.ts", "pg"],
  ["transports-without-stores", "server/rest/to-redis.ts", "@upstash/redis"],
  ["self-host-is-optional", "server/rest/to-host.ts", "@/server/self-host/target"],
  ["no-demo-in-production", "server/to-demo.ts", "@/server/self-host/demo/target"],
  ["no-demo-in-production", "server/to-seed.ts", "@/prisma/target"],
  ["wiring-is-the-root", "server/rest/to-wiring.ts", "@/server/wiring"],
  ["only-stores-import-drivers", "server/usage/to-pg.ts", "pg"],
  ["only-app-and-its-loader-import-next", "server/rest/to-next.ts", "next/server"],
  ["one-kind-of-link", "app/to-link.ts", "next/link"],
  ["parts-load-on-demand", "app/to-dynamic.ts", "next/dynamic"],
  ["only-app-imports-react", "server/trpc/to-react.ts", "react"],
  ["only-auth-imports-password-packages", "server/rest/to-argon.ts", "@node-rs/argon2"],
  ["no-unused-files", "server/usage/dead.ts", "zod"],
  ["no-unused-files", "server/usage/only-tested.ts", "zod"],
];

const ALLOWED: [from: string, to: string][] = [
  // Closes the cycle, which is reported once, where it was entered.
  ["server/core/cycle-b.ts", "@/server/core/cycle-a"],
  ["app/page.tsx", "@/server/core/keys/schema"],
  ["app/layout.tsx", "next/headers"],
  ["server/main.ts", "next"],
  ["server/main.ts", "@/server/self-host/demo/target"],
  ["server/cli/fine.ts", "@/server/self-host/target"],
  ["server/rest/fine.ts", "@/server/core/fine"],
  ["server/core/fine.ts", "@/prisma/client/client"],
  ["server/core/with-zod.ts", "zod"],
  ["server/core/values/fine.ts", "zod"],
  ["server/core/registry.ts", "@/server/core/payouts/events"],
  ["server/core/keys/fine.ts", "@/server/core/payouts/queries"],
  ["server/stores/fine.ts", "pg"],
  ["server/wiring.ts", "@/server/stores/fine"],
  ["server/stores/fine.test.ts", "vitest"],
  ["server/usage/only-tested.test.ts", "@/server/usage/only-tested"],
];

describe("import rules", () => {
  const refusals = cruise([...REFUSED.map(([, from, to]) => [from, to] as const), ...ALLOWED]);

  test.each(REFUSED)("%s rejects %s", (rule, from) => {
    expect(refusals).toContain(`${rule}: ${from}`);
  });

  test("imports that the design allows violate only the rule against unused files", () => {
    const innocent = new Set(ALLOWED.map(([from]) => from));
    const guilty = new Set(REFUSED.map(([, from]) => from));
    const wrong = refusals.filter((line) => {
      const [rule, from = ""] = line.split(": ");
      return rule !== "no-unused-files" && innocent.has(from) && !guilty.has(from);
    });
    expect(wrong).toEqual([]);
  });

  test("every rule is shown to reject an import", () => {
    const { forbidden } = createRequire(import.meta.url)(join(ROOT, CONFIG)) as {
      forbidden: { name: string }[];
    };
    const shown = new Set(REFUSED.map(([rule]) => rule));
    expect(forbidden.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  });
});

/** Builds a repository of nothing but these imports; returns its violations as `rule: file`. */
function cruise(imports: (readonly [from: string, to: string])[]): string[] {
  const folder = temporaryFolder("architecture");
  for (const file of ["package.json", "tsconfig.json", CONFIG]) {
    copyFileSync(join(ROOT, file), join(folder, file));
  }
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const sources = new Map<string, string[]>();
  const linesOf = (path: string) => {
    const lines = sources.get(path) ?? [];
    sources.set(path, lines);
    return lines;
  };
  for (const [from, to] of imports) {
    linesOf(from).push(`import "${to}";`);
    if (to.startsWith("@/")) linesOf(`${to.slice("@/".length)}.ts`);
  }
  for (const [path, lines] of sources) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const value = path.endsWith(".tsx") ? "<b>here</b>" : "<const T>(value: T) => value";
    writeFileSync(join(folder, path), `${lines.join("\n")}\nexport const here = ${value};\n`);
  }
  const program = join(ROOT, "node_modules/.bin/depcruise");
  const args = ["--config", CONFIG, "--output-type", "json", "app", "server", "e2e"];
  const { stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { rule: { name: string }; from: string }[] };
  };
  return summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
}

// The test of two releases itself is only in `npm run test:all`.
test("the other release replaces texts that exist", () => {
  expect(changedFiles(ROOT)).not.toEqual([]);
});
