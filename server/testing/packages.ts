import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

const TOOLS = {
  postgres: {
    title: "PostgreSQL",
    debian: "postgresql",
    brew: "postgresql@18",
    find: findPostgres,
  },
  redis: { title: "redis-server", debian: "redis-server", brew: "redis", find: findRedis },
  wrk: { title: "wrk", debian: "wrk", brew: "wrk", find: () => findOnPath("wrk") },
  pgbouncer: {
    title: "PgBouncer",
    debian: "pgbouncer",
    brew: "pgbouncer",
    find: () => findOnPath("pgbouncer"),
  },
  caddy: { title: "Caddy", debian: "caddy", brew: "caddy", find: () => findOnPath("caddy") },
  nginx: { title: "nginx", debian: "nginx-light", brew: "nginx", find: () => findOnPath("nginx") },
  promtool: {
    title: "promtool",
    debian: "prometheus",
    brew: "prometheus",
    find: () => findOnPath("promtool"),
  },
  curl: { title: "curl", debian: "curl", brew: "curl", find: () => findOnPath("curl") },
  jq: { title: "jq", debian: "jq", brew: "jq", find: () => findOnPath("jq") },
  openssl: {
    title: "OpenSSL",
    debian: "openssl",
    brew: "openssl",
    find: () => findOnPath("openssl"),
  },
  python3: {
    title: "Python",
    debian: "python3",
    brew: "python",
    find: () => findOnPath("python3"),
  },
  // Homebrew's PHP includes the curl extension.
  php: { title: "PHP", debian: "php-cli php-curl", brew: "php", find: () => findOnPath("php") },
  chromium: {
    title: "Chromium",
    debian: "chromium-headless-shell",
    brew: "--cask chromium",
    find: findChromium,
  },
} as const;

export type Tool = keyof typeof TOOLS;

/**
 * The path of a tool: for `postgres` the folder of initdb and postgres, else the executable.
 * Installs a missing tool as root on Debian; throws a one-line error otherwise.
 */
export function locate(tool: Tool): string {
  const found = TOOLS[tool].find();
  if (found !== undefined) return found;
  provide([tool]);
  const installed = TOOLS[tool].find();
  if (installed === undefined) throw new Error(`${TOOLS[tool].title} was installed but not found`);
  return installed;
}

/** Makes all of these tools available, with at most one run of the package manager. */
export function provide(tools: Tool[]): void {
  const missing = tools.filter((tool) => TOOLS[tool].find() === undefined);
  if (missing.length === 0) return;
  const titles = missing.map((tool) => TOOLS[tool].title).join(", ");
  const packages = missing.map((tool) => TOOLS[tool].debian);
  if (!existsSync("/usr/bin/apt-get")) {
    const brew = missing.map((tool) => `brew install ${TOOLS[tool].brew}`).join(" && ");
    throw new Error(`The tests need ${titles}: install with "${brew}" or your package manager.`);
  }
  const install = `apt-get install -y --no-install-recommends ${packages.join(" ")}`;
  if (process.getuid?.() !== 0) {
    throw new Error(`The tests need ${titles}: run "sudo apt-get update && sudo ${install}".`);
  }
  console.log(`Installing ${titles} with apt-get ...`);
  for (const command of ["apt-get update", install]) {
    // Another session's dpkg may hold the lock for a while.
    const [program = "", ...args] = `${command} -o DPkg::Lock::Timeout=300`.split(" ");
    const { status } = spawnSync(program, args, {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    if (status !== 0) throw new Error(`The tests need ${titles}, and "${command}" failed.`);
  }
}

function findPostgres(): string | undefined {
  const isComplete = (folder: string) =>
    isExecutable(join(folder, "initdb")) && isExecutable(join(folder, "postgres"));
  const versioned = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"].flatMap((root) =>
    subfolders(root)
      .filter((name) => /^(?:postgresql@)?\d+$/.test(name))
      .sort((a, b) => majorOf(b) - majorOf(a))
      .map((name) => join(root, name, "bin")),
  );
  return [...versioned, ...searchPath()].find(isComplete);
}

function findRedis(): string | undefined {
  const folders = [...searchPath(), "/usr/bin", "/opt/homebrew/bin", "/usr/local/bin"];
  return folders
    .flatMap((folder) => [join(folder, "redis-server"), join(folder, "valkey-server")])
    .find(isExecutable);
}

function findChromium(): string | undefined {
  // The headless shell is the same browser without a window, which the tests don't need.
  const shell = "chromium-headless-shell";
  const names = [shell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const onPath = [...searchPath(), "/usr/bin"].flatMap((folder) =>
    names.map((name) => join(folder, name)),
  );
  const onMac = ["Chromium", "Google Chrome"].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  );
  return [...onPath, ...onMac].find(isExecutable) ?? findDownloaded();
}

/** Playwright's own Chromium. Loading Playwright for it takes a second of CPU time. */
function findDownloaded(): string | undefined {
  const { chromium } = createRequire(import.meta.url)("playwright") as typeof import("playwright");
  return [chromium.executablePath()].find(isExecutable);
}

function findOnPath(name: string): string | undefined {
  const folders = [...searchPath(), "/usr/bin", "/usr/sbin", "/opt/homebrew/bin", "/usr/local/bin"];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function searchPath(): string[] {
  return (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
}

function majorOf(name: string): number {
  return Number(name.replace("postgresql@", ""));
}

function subfolders(path: string): string[] {
  return existsSync(path) ? readdirSync(path) : [];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return path !== "";
  } catch {
    return false;
  }
}
