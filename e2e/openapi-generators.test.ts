import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../server/testing/processes";

// Runs the tools that integrators run on docs/openapi.json. `npm run test:all` installs them.
const TOOLS = join(import.meta.dirname, "openapi-generators");
if (!existsSync(join(TOOLS, "node_modules"))) {
  throw new Error("Run `npm ci --ignore-scripts --prefix e2e/openapi-generators` first.");
}
const folder = temporaryFolder("generators");
copyFileSync("docs/openapi.json", join(folder, "openapi.json"));

/** Runs a program in the folder; throws with its output if it fails. */
function run(program: string, args: readonly string[], cwd = folder): string {
  return execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** By tool: its command, and the error type in the generated client. */
const GENERATORS: Record<string, { args: string[]; errorType: string }> = {
  "openapi-typescript": {
    args: ["openapi.json", "-o", "openapi-typescript.ts"],
    errorType: 'import("./openapi-typescript").components["schemas"]["ApiError"]',
  },
  "openapi-ts": {
    args: ["-i", "openapi.json", "-o", "hey-api"],
    errorType: 'import("./hey-api/types.gen").ApiError',
  },
  orval: {
    args: ["--input", "openapi.json", "--output", "orval.ts", "--client", "fetch"],
    errorType: 'import("./orval").ApiError',
  },
  "swagger-typescript-api": {
    args: ["generate", "-p", "openapi.json", "-o", ".", "-n", "swagger-typescript-api.ts"],
    errorType: 'import("./swagger-typescript-api").ApiError',
  },
};

it.each(Object.entries(GENERATORS))(
  "%s generates a client with typed errors that are distinguished by code",
  (name, { args, errorType }) => {
    run(join(TOOLS, "node_modules/.bin", name), args);
    writeFileSync(join(folder, `use-${name}.ts`), useOf(errorType));
    const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
    const as = ["--target", "es2022", "--lib", "es2022,dom,dom.iterable", "--types", ""];
    const by = ["--noEmit", "--module", "esnext", "--moduleResolution", "bundler"];
    const tsc = join(import.meta.dirname, "../node_modules/.bin/tsc");
    expect(run(tsc, ["--ignoreConfig", ...strict, ...as, ...by, `use-${name}.ts`])).toBe("");
  },
);

/** A program that compiles only if an error's details have exactly the types of its code. */
function useOf(errorType: string): string {
  return `
    export function waitOf(error: ${errorType}): number {
      if (error.code === "rate_limited") return error.details.retry_after_seconds;
      // @ts-expect-error: other errors say nothing of a wait
      const none: number = error.details.retry_after_seconds;
      return none;
    }
    export function pathOf(error: ${errorType}): string | undefined {
      return error.code === "validation_failed" ? error.details.issues[0]?.path : error.error;
    }`;
}

/** Runs in the tools' own folder, because they resolve only from there. */
const LINT = `
  import { readFileSync } from "node:fs";
  import spectral from "@stoplight/spectral-core";
  import rulesets from "@stoplight/spectral-rulesets";
  import { createConfig, lintFromString } from "@redocly/openapi-core";
  const source = readFileSync(process.argv[1], "utf8");
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[rulesets.oas, "recommended"]] });
  const findings = await linter.run(JSON.parse(source));
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source, config });
  const bySpectral = findings.map(({ code, path }) => "spectral " + code + " at " + path.join("/"));
  const byRedocly = problems.map(({ ruleId, location }) => "redocly " + ruleId + " at " + location[0].pointer);
  console.log(JSON.stringify([...bySpectral, ...byRedocly]));`;

function lint(file: string): string[] {
  return JSON.parse(run(process.execPath, ["--input-type=module", "-e", LINT, file], TOOLS));
}

it("redocly and spectral report nothing", () => {
  expect(lint(join(folder, "openapi.json"))).toEqual([]);
});

it("redocly and spectral report a faulty document", () => {
  const file = join(folder, "poor.json");
  writeFileSync(file, JSON.stringify({ openapi: "3.1.0", info: {}, paths: {} }));
  const tools = new Set(lint(file).map((line) => line.split(" ")[0]));
  expect([...tools].sort()).toEqual(["redocly", "spectral"]);
});
