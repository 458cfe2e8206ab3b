import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, expect, it } from "vitest";
import { SCOPE_NAMES } from "../server/core/kernel/scopes";
import { newWebhookSecret } from "../server/core/webhooks/new-secret";
import { openReceiver } from "../server/delivery/testing/receiver";
import { ENDPOINTS } from "../server/rest/endpoints";
import { PLATFORM_ENDPOINTS } from "../server/rest/platform-endpoints";
import { provide } from "../server/testing/packages";
import { eventually, spawnOwned, temporaryFolder } from "../server/testing/processes";
import { startProduct } from "../server/testing/product";
import { type Sample, samplesIn } from "./support/docs-samples";
import { answer, BUNDLE, environmentOf, latchkey } from "./support/latchkey";
import { openPlatformStand } from "./support/platform-samples";
import {
  compile,
  type Ended,
  type Environment,
  openNodeRunner,
  openPythonRunner,
  type Program,
  programOf,
  run,
} from "./support/sample-programs";

const IN_ENDPOINTS = ["curl", "TypeScript", "Python", "PHP"];
const IN_GUIDE = ["curl", "TypeScript", "latchkey.ts", "Python", "PHP"];
const GUIDE = ["retries", "lists", "conditional-requests"];
/** The number of programs that run at the same time. */
const SIDE_BY_SIDE = 4;
/** Each changes or deletes what it is given, which others read. */
const ONE_BY_ONE = /^(update|suspend|resume|close|reopen|anonymize|delete)/;

provide(["curl", "jq", "openssl", "python3", "php"]);
const runners = { node: openNodeRunner(), python: openPythonRunner() };
afterAll(() => Object.values(runners).map((runner) => runner.close()));
const product = await startProduct({ hasDemo: true });
afterAll(() => product.stop());
/** For the samples of /docs/platform: a server and a database of their own. */
const stand = await openPlatformStand();
afterAll(() => stand.close());
const samples = samplesIn(await textOf("/docs"));
const ofPlatform = samplesIn(await stand.textOf("/docs/platform"));
/** The folder of the TypeScript samples, with the client beside them. */
const folder = temporaryFolder("samples");
writeFileSync(join(folder, "latchkey.ts"), await textOf("/latchkey.ts"));
let written = 0;
const programs = samples.flatMap(programIn);
const programsOfPlatform = ofPlatform.flatMap(programIn);
const files = readdirSync(folder).filter((name) => /^sample-.*\.ts$/.test(name));
const compiled = await compile(folder, files);

async function textOf(path: string): Promise<string> {
  const response = await fetch(product.url + path);
  return response.text();
}

/** The sample as a program, in a process of its own if it belongs to the guide. */
function programIn(sample: Sample): Program[] {
  const { section, language, code } = sample;
  const file = join(folder, `sample-${++written}`);
  if (["TypeScript", "latchkey.ts"].includes(language)) {
    writeFileSync(`${file}.ts`, code);
    if (!GUIDE.includes(section)) {
      return [{ ...sample, run: (given) => runners.node.run(`${file}.js`, given) }];
    }
    const command = { cwd: folder, command: process.execPath, args: [`${file}.js`] };
    return [{ ...sample, run: (given) => run(command, given) }];
  }
  if (language === "Python" && !GUIDE.includes(section)) {
    writeFileSync(`${file}.py`, code);
    return [{ ...sample, run: (given) => runners.python.run(`${file}.py`, given) }];
  }
  const program = programOf(sample);
  return program ? [program] : [];
}

/** Runs the programs, a few at a time; returns each result by section and language. */
async function runAll(some: Program[], key: string): Promise<[string, Ended][]> {
  const ended: [string, Ended][] = [];
  const work = async (waiting: Program[]) => {
    for (let program = waiting.shift(); program; program = waiting.shift()) {
      const given = { LATCHKEY_KEY: key, ...(await changedBy(program, key)) };
      ended.push([`${program.section} ${program.language}`, await program.run(given)]);
    }
  };
  const others = some.filter(({ section }) => !ONE_BY_ONE.test(section));
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => work(others)));
  // In the order of the page, in which each status allows the next one.
  await work(some.filter(({ section }) => ONE_BY_ONE.test(section)));
  return ended;
}

/** The lists whose first item the samples change, by the variable that they read its ID from. */
const CHANGED = { ACCOUNT_ID: "/accounts", WEBHOOK_ENDPOINT_ID: "/webhook_endpoints" };

async function changedBy({ code }: Sample, key: string): Promise<Environment> {
  const given: Environment = {};
  for (const [variable, list] of Object.entries(CHANGED)) {
    if (!code.includes(variable)) continue;
    const { data } = await (await call(`${list}?limit=1`, key)).json();
    given[variable] = data?.[0]?.id ?? "of-a-wrong-key";
  }
  return given;
}

async function issueKey(perMinute: number): Promise<string> {
  const words = ["key", "issue", "--partner", "acme", "--label", "Samples"];
  const may = ["--scopes", SCOPE_NAMES.join(","), "--limit", String(perMinute)];
  return (await answer({ DATA_DIR: product.dataDir }, [...words, ...may])).key;
}

const call = (path: string, key: string) =>
  fetch(`${product.url}/api/v1/reseller${path}`, { headers: { authorization: `Bearer ${key}` } });

async function accountIds(key: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const response = await call(`/accounts?limit=100${cursor && `&cursor=${cursor}`}`, key);
    const page = await response.json();
    ids.push(...page.data.map(({ id }: { id: string }) => id));
    cursor = page.next_cursor;
  }
  return ids;
}

it("the commands in the README run exactly as shown", async () => {
  const whole = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
  // protect-samples.test.ts runs those of the other section.
  const readme = whole.replace(/^## Protect your own API\n.*?(?=^## )/ms, "");
  const blocks = Array.from(readme.matchAll(/```sh\n(.*?)```/gs), ([, code = ""]) => code.trim());
  const [start, check, curl = "", create = "", ...more] = blocks;
  expect([start, check, more]).toEqual(["npm start", "npm test", []]);
  const { HOME, PATH } = process.env;
  const env = { HOME, PATH, DATA_DIR: product.dataDir };
  const inShell = async (code: string) => {
    const args = ["-euo", "pipefail", "-c", code];
    const cwd = join(import.meta.dirname, "..");
    const child = spawnOwned({ command: "bash", args, cwd, env });
    return { code: await child.exited, output: child.output() };
  };
  const made = await inShell(create);
  expect(made).toMatchObject({ code: 0 });
  const { partner, key } = JSON.parse(made.output);
  expect(partner).toMatchObject({ code: "globex", user_count: 0 });
  const call = curl.replace("rsk_...", key.key).replace("http://localhost:3000", product.url);
  expect(JSON.parse((await inShell(`${call} --silent`)).output)).toEqual(partner);
});

/** The words of the command lines in the guide to webhooks, with URLs of this test. */
async function guideCommands(receiverUrl: string): Promise<string[][]> {
  const shown = samplesIn(await textOf("/docs/webhooks")).filter(
    ({ language }) => language === "shell",
  );
  return shown.map(({ code }) => {
    const [npm, words = ""] = code.replaceAll(/\\\n\s*/g, "").split(" -- ");
    expect(npm).toBe("npm run --silent latchkey");
    const urls = words.replace("https://partners.example", product.url);
    return urls.replace("http://localhost:4000/", receiverUrl).split(" ");
  });
}

it("the commands in the guide to webhooks forward events and check the receiver", async () => {
  const receiver = await openReceiver();
  const [listen = [], conform = [], ...more] = await guideCommands(receiver.url);
  expect(more).toEqual([]);
  const [key, secret] = [await issueKey(60_000), newWebhookSecret()];
  const listener = spawnOwned({
    command: process.execPath,
    args: [BUNDLE, ...listen],
    env: environmentOf({ LATCHKEY_KEY: key }),
  });
  await eventually(async () => expect(listener.output()).toContain("Ctrl+C"), 30_000);
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ email: "listener@example.com" });
  await fetch(`${product.url}/api/v1/reseller/accounts`, { method: "POST", headers, body });
  await eventually(async () => expect(listener.output()).toContain("account.created"), 30_000);
  listener.signal("SIGINT");
  expect(await listener.exited).toBe(0);
  const [webhook] = receiver.received;
  const printed = /whsec_\S+/.exec(listener.output())?.[0] ?? "";
  new Webhook(printed).verify(webhook?.body ?? "", Object(webhook?.headers));
  expect(listener.output()).not.toContain(key);

  // This receiver accepts everything.
  const checked = await latchkey({ WEBHOOK_SECRET: secret }, conform);
  receiver.close();
  expect(checked).toMatchObject({ code: 1, stderr: "" });
  expect(checked.stdout).toMatch(/^ok +accepts a correct signature$/m);
  expect(checked.stdout).toMatch(/^FAILED +refuses a wrong signature\n +Status 204 instead/m);
  expect(checked.stdout).not.toContain(secret);
});

it("every code block names its language, and every call is shown in all languages", () => {
  const languages = new Set(samples.map(({ language }) => language));
  expect([...languages].sort()).toEqual([...IN_GUIDE, "json", "shell", "url"].sort());
  const languagesOf = (id: string) =>
    samples.filter(({ section }) => section === id).map(({ language }) => language);
  for (const { id } of ENDPOINTS) expect(languagesOf(id)).toEqual([...IN_ENDPOINTS, "json"]);
  for (const id of GUIDE) expect(languagesOf(id)).toEqual(IN_GUIDE);
});

it("the other blocks show what they claim", async () => {
  for (const { language, code } of samples) {
    if (language === "url") expect(code).toBe(`${product.url}/api/v1/reseller`);
    if (language === "json") expect(JSON.parse(code)).toBeTypeOf("object");
    if (language !== "shell") continue;
    writeFileSync(join(folder, "shell"), `${code}\nprintenv LATCHKEY_KEY`);
    const args = ["-c", "echo rsk_x | bash shell"];
    expect(await run({ cwd: folder, command: "bash", args })).toEqual({
      code: 0,
      output: "rsk_x\n",
    });
  }
});

it("the TypeScript samples compile under --strict without the DOM", () => {
  expect(compiled).toEqual({ code: 0, output: "" });
});

it("every sample runs as shown and reads lists to the end", async () => {
  const key = await issueKey(60_000);
  const ids = await accountIds(key);
  const ended = await runAll(programs, key);
  expect(ended.filter(([, { code }]) => code !== 0)).toEqual([]);
  const lists = ended.filter(([name]) => name.startsWith("lists "));
  expect(lists).toHaveLength(IN_GUIDE.length);
  for (const [name, { output }] of lists) {
    const shown: string[] = output.match(/acc_\w+/g) ?? [];
    expect([name, new Set(shown).size]).toEqual([name, shown.length]);
    expect([name, ids.filter((id) => !shown.includes(id))]).toEqual([name, []]);
  }
});

it("every sample of the platform API runs as shown, on the things that its reader names", async () => {
  const expected = PLATFORM_ENDPOINTS.flatMap(({ id }) =>
    IN_ENDPOINTS.map((in_) => `${id} ${in_}`),
  );
  const ended = await stand.runAll(programsOfPlatform);
  expect(ended.map(([name]) => name)).toEqual(expected);
  expect(ended.filter(([, { code }]) => code !== 0)).toEqual([]);
});

it("the samples of conditional requests reuse their data on a 304", async () => {
  const conditional = programs.filter(({ section }) => section === "conditional-requests");
  expect(conditional).toHaveLength(IN_GUIDE.length);
  // Nobody sets a price in the meantime, so the second request of each gets 304.
  for (const [name, { code, output }] of await runAll(conditional, await issueKey(60_000))) {
    expect([name, code, output]).toEqual([name, 0, expect.stringContaining("mailbox")]);
  }
});

it("every sample fails with a wrong key and prints the error", async () => {
  const ended = await runAll(programs, "rsk_x");
  const isSilent = ({ code, output }: Ended) => code === 0 || !output.includes("malformed_api_key");
  expect(ended.filter(([, end]) => isSilent(end))).toEqual([]);
});

it("the sample with Prefer: wait is served at the rate limit", async () => {
  const waits = programs.filter(({ code }) => code.includes("Prefer: wait"));
  expect(waits.map(({ section }) => section)).toEqual(["rate-limits"]);
  const key = await issueKey(10);
  while ((await call("/me", key)).status !== 429);
  for (const program of waits) {
    expect(await program.run({ LATCHKEY_KEY: key })).toEqual({
      code: 0,
      output: expect.stringContaining("prt_"),
    });
  }
});

it("the samples of retries wait and are served at the rate limit", async () => {
  const retries = programs.filter(({ section }) => section === "retries");
  expect(retries).toHaveLength(IN_GUIDE.length);
  const outcomes = retries.map(async (program) => {
    const key = await issueKey(10);
    while ((await call("/me", key)).status !== 429);
    return { language: program.language, ...(await program.run({ LATCHKEY_KEY: key })) };
  });
  for (const { language, code, output } of await Promise.all(outcomes)) {
    expect([language, code, output]).toEqual([language, 0, expect.stringContaining("acc_")]);
  }
});
