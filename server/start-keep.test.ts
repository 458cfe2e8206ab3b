import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { temporaryFolder } from "@/server/testing/processes";

const KEEP = pathToFileURL(join(import.meta.dirname, "start-keep.mjs")).href;

/** As a build does: empties `.next`, writes its own files, and keeps those of earlier builds. */
function build(folder: string, name: string, own = `${name}.js`): string[] {
  const chunks = join(folder, ".next/static/chunks");
  rmSync(join(folder, ".next"), { recursive: true, force: true });
  mkdirSync(chunks, { recursive: true });
  writeFileSync(join(folder, ".next/BUILD_ID"), name);
  writeFileSync(join(chunks, own), name);
  const work = `import { keepStaticFiles } from ${JSON.stringify(KEEP)};
    keepStaticFiles(${JSON.stringify(folder)});`;
  execFileSync(process.execPath, ["--input-type=module", "--eval", work]);
  return readdirSync(chunks).sort();
}

it("a build keeps the static files of the two builds before it", () => {
  const folder = temporaryFolder("kept");
  expect(build(folder, "one")).toEqual(["one.js"]);
  expect(build(folder, "two")).toEqual(["one.js", "two.js"]);
  expect(build(folder, "three")).toEqual(["one.js", "three.js", "two.js"]);
  expect(build(folder, "four")).toEqual(["four.js", "three.js", "two.js"]);
  // Rolled back: the same build again counts once.
  expect(build(folder, "three")).toEqual(["four.js", "three.js", "two.js"]);
});

it("a build's own file wins over an earlier one of the same name", () => {
  const folder = temporaryFolder("kept");
  build(folder, "one", "same.js");
  build(folder, "two", "same.js");
  expect(readFileSync(join(folder, ".next/static/chunks/same.js"), "utf8")).toBe("two");
});
