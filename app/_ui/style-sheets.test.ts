import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const APP = join(import.meta.dirname, "..");
const SHEET_IMPORT = /import (\w+) from "([^"]+\.module\.css)"/g;

const files = readdirSync(APP, { recursive: true, encoding: "utf8" });
const read = (file: string) => readFileSync(join(APP, file), "utf8");

/** The classes that components take from each style sheet. */
function usedClasses(): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>();
  for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
    const text = read(file);
    for (const [statement, local = "", path = ""] of text.matchAll(SHEET_IMPORT)) {
      const sheet = path.startsWith("@/app/") ? path.slice(6) : join(file, "..", path);
      const names = used.get(sheet) ?? new Set();
      const uses = text.replace(statement, "").matchAll(new RegExp(`\\b${local}\\.(\\w+)`, "g"));
      for (const [, name = ""] of uses) names.add(name);
      used.set(sheet, names);
    }
  }
  return used;
}

it("a style sheet has each class that components name, and no other", () => {
  const used = usedClasses();
  const sheets = files.filter((name) => name.endsWith(".module.css"));
  expect(sheets.length).toBeGreaterThan(20);
  for (const sheet of sheets) {
    const names = used.get(sheet) ?? new Set();
    const defined = [...read(sheet).matchAll(/\.([a-zA-Z]\w*)/g)].map(([, name]) => name);
    // The name of another import: "table/table.module.css".
    names.delete("module");
    expect(names, sheet).toEqual(new Set(defined));
  }
});
