import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

// The documents for people, compared with what is there.
const ROOT = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const DOCUMENTS = [
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"],
  ...["docs/operations.md", "docs/performance.md", "docs/protect-your-api.md"],
];
const PACKAGE = JSON.parse(read("package.json")) as {
  version: string;
  scripts: Record<string, string>;
};
/** Where the documents begin a path, for short. */
const PLACES = ["", "server", "server/core", "app", "app/_ui", "docs"];

const found = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].flatMap(([, value]) => value ?? []);

/** As a host of repositories makes them from headings. */
const anchorsOf = (path: string) =>
  found(read(path), /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

test("the tables of commands list all of npm's, and no others", () => {
  const tables = ["README.md", "CONTRIBUTING.md"].map(
    (path) => read(path).split("\n## Commands\n")[1]?.split("\n## ")[0] ?? "",
  );
  const rows = found(tables.join("\n"), /^\| (`npm [^|]+) \|/gm).join(" ");
  const listed = found(rows, /`npm (?:run )?(?:--silent )?([\w:-]+)/g);
  expect([...new Set(listed)].sort()).toEqual(Object.keys(PACKAGE.scripts).sort());
});

test.each(DOCUMENTS)("the commands that %s names exist", (path) => {
  const named = found(read(path), /npm run (?:--silent )?([\w:-]+)/g);
  expect(named.filter((name) => !(name in PACKAGE.scripts))).toEqual([]);
});

test.each(DOCUMENTS)("the links of %s lead to files and headings that exist", (path) => {
  const links = found(read(path), /\]\(([^)\s]+)\)/g).filter((link) => !link.includes("://"));
  const broken = links.filter((link) => {
    const [file = "", anchor] = link.split("#");
    const target = file === "" ? path : join(dirname(path), file);
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && !anchorsOf(target).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test.each(["README.md", "CONTRIBUTING.md", "SECURITY.md"])(
  "the files that %s names exist",
  (path) => {
    const names = found(read(path), /`((?:[\w.()[\]-]+\/)+[\w.()[\]-]*\.(?:ts|tsx|mjs|json|md))`/g);
    const isMissing = (name: string) =>
      PLACES.every((place) => !existsSync(join(ROOT, place, name)));
    expect(names.filter(isMissing)).toEqual([]);
  },
);

test("the changelog begins with what is unreleased and the version of this release", () => {
  const [unreleased, release] = found(read("CHANGELOG.md"), /^## (.+)$/gm);
  expect(unreleased).toBe("[Unreleased]");
  expect(release).toMatch(new RegExp(`^\\[${PACKAGE.version}\\] - \\d{4}-\\d\\d-\\d\\d$`));
});

test.each(["nginx.conf", "caddy.Caddyfile", "traefik.yaml", "envoy.yaml"])(
  "the recipe protect-%s asks about a scope and a route, and sets who calls",
  (name) => {
    const recipe = read(`docs/deploy/protect-${name}`);
    expect(recipe).toMatch(/\/api\/v1\/platform\/forward-auth\?/);
    expect(recipe).toMatch(/scope=.*&route=\/orders\//);
    for (const header of ["X-Partner-Id", "X-Partner-Code", "X-Key-Id", "X-Scopes"]) {
      expect(recipe.toLowerCase()).toContain(header.toLowerCase());
    }
    // No recipe has a key in it.
    expect(recipe).not.toMatch(/psk_\w/);
    if (name.endsWith(".yaml")) expect(parse(recipe)).toBeTypeOf("object");
  },
);
