import { join } from "node:path";
import { build, type Metafile } from "esbuild";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** The packages that a file of the bundle loads statically. */
function loadedWith(outputs: Metafile["outputs"], file: string): string[] {
  const imports = outputs[file]?.imports ?? [];
  return imports
    .filter(({ kind }) => kind === "import-statement")
    .flatMap(({ path, external }) => (external ? [path] : loadedWith(outputs, path)))
    .filter((path) => !path.startsWith("node:"));
}

test("help and commands to a running server load neither the database nor other slow modules", async () => {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ["server/cli/latchkey.ts"],
    outdir: "dist",
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    packages: "external",
    platform: "node",
    format: "esm",
    logLevel: "silent",
  });
  const loaded = loadedWith(metafile.outputs, "dist/latchkey.js");
  expect([...new Set(loaded)].sort()).toEqual(["commander", "zod"]);
});
