import { symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { type OwnedProcess, spawnOwned, temporaryFolder } from "./processes";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const bundles = new Map<string, string>();

type Options = Omit<Parameters<typeof spawnOwned>[0], "command">;

/**
 * Starts a TypeScript program of the tests in a process of its own. Bundled once: to load the
 * product file by file takes two seconds of CPU time at each start.
 */
export function spawnScript(script: string, { args, ...options }: Options): OwnedProcess {
  return spawnOwned({ ...options, command: process.execPath, args: [bundleOf(script), ...args] });
}

/** The program as JavaScript, for a child process that this process talks to. */
export function bundleOf(script: string): string {
  const bundle = bundles.get(script) ?? makeBundle(script);
  bundles.set(script, bundle);
  return bundle;
}

function makeBundle(script: string): string {
  const folder = temporaryFolder("script");
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  // Split, as the product is: what it imports dynamically would be loaded at the start.
  const format = { platform: "node", format: "esm", target: "node20", splitting: true } as const;
  const outExtension = { ".js": ".mjs" };
  const into = { outdir: folder, outExtension, bundle: true, packages: "external" } as const;
  buildSync({ entryPoints: [script], ...into, ...format });
  return join(folder, basename(script).replace(/\.ts$/, ".mjs"));
}
