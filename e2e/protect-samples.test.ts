import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { failureBody } from "../server/core/kernel/errors";
import { provide } from "../server/testing/packages";
import { eventually, freePort, spawnOwned, temporaryFolder } from "../server/testing/processes";
import { startProduct } from "../server/testing/product";
import { answer } from "./support/latchkey";

// Runs the samples of README and docs/protect-your-api.md about protecting an API as printed. Only the
// ports and the folder of nginx are those of the test.
const ROOT = join(import.meta.dirname, "..");
const README = section(readFileSync(join(ROOT, "README.md"), "utf8"), "Protect your own API");
const GUIDE = readFileSync(join(ROOT, "docs/protect-your-api.md"), "utf8");
const SERVERS = codeBlocks(GUIDE, "ts");

/** As the documentation says. */
const NEXT_ROUTE = "app/orders/[id]/route.ts";
const WITHOUT_TELEMETRY = { NEXT_TELEMETRY_DISABLED: "1" };

provide(["curl", "nginx"]);
const product = await startProduct();
afterAll(() => product.stop());
/** The ports of the documentation, and those of this test. */
const ports: Record<string, number> = {
  "3000": product.port,
  "8000": await freePort(),
  "8080": await freePort(),
};
let platformKey = "";
for (const command of codeBlocks(section(GUIDE, "Keys and scopes"), "sh")) {
  const { code, output } = await inShell(command);
  expect([code, output]).toEqual([0, expect.any(String)]);
  platformKey ||= /psk_\w+/.exec(output)?.[0] ?? "";
}
const partner = ["partner", "create", "--code", "acme", "--name", "Acme"];
const first = ["--email", "a@acme.example", "--key", "first", "--scopes", "orders:read"];
const { key } = (await answer({ DATA_DIR: product.dataDir }, [...partner, ...first])).key;
const folder = temporaryFolder("servers");
const compiler = { compilerOptions: { module: "esnext", target: "es2022", strict: true } };
writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(compiler));
writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
const [download = ""] = codeBlocks(section(GUIDE, "In your server"), "sh");
expect(await inShell(download, { cwd: folder })).toMatchObject({ code: 0 });
makeNextApp();

/** The text below a heading. */
function section(document: string, title: string): string {
  const [, after = ""] = document.split(`\n## ${title}\n`);
  return after.split("\n## ")[0] ?? "";
}

function codeBlocks(text: string, language: string): string[] {
  const blocks = text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs"));
  return Array.from(blocks, ([, code = ""]) => code);
}

function withPorts(text: string): string {
  return text.replaceAll(/\b(3000|8000|8080)\b/g, (port) => String(ports[port]));
}

/** Runs printed commands, with the ports of this test unless they are `isEdited`. */
async function inShell(code: string, { cwd = ROOT, isEdited = false } = {}) {
  const { HOME, PATH } = process.env;
  const env = { HOME, PATH, DATA_DIR: product.dataDir };
  const args = ["-euo", "pipefail", "-c", isEdited ? code : withPorts(code)];
  const child = spawnOwned({ command: "bash", args, cwd, env });
  return { code: await child.exited, output: child.output() };
}

const order = (port: number, headers: Record<string, string> = {}) =>
  fetch(`http://localhost:${port}/orders/7`, { headers });

it("the commands in the README lead to a request that a real nginx refuses", async () => {
  const [commands = "", accepted = "", ...more] = codeBlocks(README, "sh");
  expect(more).toEqual([]);
  const conf = temporaryFolder("nginx");
  const lines = commands.trim().split("\n");
  expect(lines.filter((line) => !line.startsWith(" "))).toHaveLength(4);
  const [copy, ...others] = lines;
  const edits = Object.entries(ports).map(([port, own]) => `s/\\b${port};/${own};/`);
  const edit = `perl -pi -e '${edits.join(";")}' .data/nginx/protect-nginx.conf`;
  const printed = [withPorts(copy ?? ""), edit, withPorts(others.join("\n"))].join("\n");
  const ran = await inShell(printed.replaceAll(".data/nginx", conf), { isEdited: true });
  expect([ran.code, ran.output]).toEqual([0, expect.stringContaining("401 Unauthorized")]);
  expect(ran.output).toContain(JSON.stringify(failureBody("missing_api_key")));

  // The API would keep the shell open.
  const passed = await inShell(`${accepted}kill $!`);
  expect([passed.code, passed.output]).toEqual([0, expect.stringMatching(/200 OK[\s\S]*acme/)]);
  const [, stop = ""] = /`(nginx .* -s stop)`/.exec(README) ?? [];
  expect(await inShell(stop.replaceAll(".data/nginx", conf))).toMatchObject({ code: 0 });
});

it("the servers in the README are among those of the guide", () => {
  const [first, ...more] = codeBlocks(README, "ts");
  expect([SERVERS[0], more]).toEqual([first, []]);
});

it.each(
  SERVERS.map((code) => [/^import .*"(express|hono|fastify)"/m.exec(code)?.[1] ?? "next", code]),
)("the server with %s compiles and protects its route", async (name, code = "") => {
  const port = Number(ports["8080"]);
  const file = join(folder, name === "next" ? NEXT_ROUTE : `${name}.ts`);
  writeFileSync(file, withPorts(code));
  expect(await compile(file)).toEqual({ code: 0, output: "" });
  const [tool, args] = name === "next" ? ["next", ["dev", "--port", `${port}`]] : ["tsx", [file]];
  const started = spawnOwned({
    command: join(folder, "node_modules/.bin", tool),
    args,
    cwd: folder,
    env: { PATH: process.env.PATH, LATCHKEY_PLATFORM_KEY: platformKey, ...WITHOUT_TELEMETRY },
  });
  const refused = await eventually(() => order(port), 60_000).catch((cause) => {
    throw new Error(started.output(), { cause });
  });
  expect([refused.status, await refused.json()]).toEqual([401, failureBody("missing_api_key")]);
  const accepted = await order(port, { authorization: `Bearer ${key}` });
  expect(accepted.status).toBe(200);
  expect(accepted.headers.has("ratelimit")).toBe(true);
  expect(await accepted.json()).toMatchObject({ partner: "acme" });
  await started.stop();
});

async function compile(file: string) {
  const as = ["--target", "es2022", "--lib", "es2022,dom", "--module", "esnext"];
  // Next writes a tsconfig.json without strict mode.
  const strict = file.endsWith(NEXT_ROUTE) ? ["--strict", "false"] : ["--strict"];
  const how = ["--moduleResolution", "bundler", ...strict, "--noEmit", "--skipLibCheck"];
  const args = ["--ignoreConfig", ...as, ...how, "--types", "node", file];
  const child = spawnOwned({ command: join(ROOT, "node_modules/.bin/tsc"), args, cwd: folder });
  return { code: await child.exited, output: child.output() };
}

/** A real app of Next, beside the other servers. */
function makeNextApp(): void {
  mkdirSync(join(folder, "app/orders/[id]"), { recursive: true });
  copyFileSync(
    join(folder, "latchkey-server.ts"),
    join(folder, "app/orders/[id]/latchkey-server.ts"),
  );
  // Its packages are outside of the folder.
  const config = 'export default { turbopack: { root: "/" } };';
  writeFileSync(join(folder, "next.config.mjs"), config);
}
