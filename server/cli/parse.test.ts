import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COMMANDS, NOUNS } from "./commands";
import { parseWords, wantsJson } from "./parse";

const parse = (line: string) => parseWords(line === "" ? [] : line.split(" "));

function usageOf(words: readonly string[]) {
  const parsed = parseWords(words);
  if (parsed.kind !== "usage") throw new Error(`${words.join(" ")} was taken`);
  return parsed;
}

test("every command of a noun is registered", async () => {
  const nouns = readdirSync(new URL("nouns", import.meta.url));
  for (const file of nouns.filter((name) => !name.includes(".test."))) {
    const lists = Object.entries(await import(`./nouns/${file}`));
    const commands = lists.flatMap(([name, list]) => (name.endsWith("_COMMANDS") ? [list] : []));
    expect(commands, file).not.toHaveLength(0);
    expect(COMMANDS, file).toEqual(expect.arrayContaining(commands.flat()));
  }
});

test("--help describes each argument and option of every command", () => {
  for (const command of COMMANDS) {
    const help = parse(`${command.name} --help`);
    if (help.kind !== "help") throw new Error(`${command.name} has no help`);
    expect(help.text).toContain(`Usage: latchkey ${command.name}`);
    expect(help.text.replace(/\s+/g, " ")).toContain(command.summary);
    expect(help.text).toContain("--json");
    for (const { shown } of command.args) expect(help.text).toContain(shown);
    for (const { name, about } of command.options) {
      expect(help.text).toContain(`--${name} <`);
      expect(help.text.replace(/\s+/g, " ")).toContain(about);
    }
  }
});

test("there is help for the CLI and for each noun", () => {
  for (const words of ["--help", "-h", "help"]) {
    expect(parse(words)).toMatchObject({ kind: "help" });
  }
  for (const noun of Object.keys(NOUNS)) {
    for (const words of [`${noun} --help`, `help ${noun}`]) {
      const help = parse(words);
      expect(help.kind === "help" && help.text).toContain(`Usage: latchkey ${noun}`);
    }
  }
});

test("--version prints the version of the release", () => {
  const { version } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  );
  expect(parse("--version")).toEqual({ kind: "help", text: `${version}\n` });
});

test("the example of each command is valid", () => {
  for (const { name, example } of COMMANDS) {
    if (example === null) continue;
    const words = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, bare]) => quoted ?? bare,
    );
    const parsed = parseWords(words.slice(1).map(String));
    expect(parsed).toMatchObject({ kind: "command", request: { command: name } });
  }
});

test("argument values are passed on unchanged", () => {
  expect(
    parseWords([
      "key",
      "issue",
      "--partner=acme",
      "--label",
      "-x -",
      "--scopes",
      "prices:read",
      "--json",
    ]),
  ).toMatchObject({
    kind: "command",
    request: {
      command: "key issue",
      input: { partner: "acme", label: "-x -", scopes: "prices:read" },
    },
  });
  expect(parse("key limit key_1 default")).toMatchObject({
    request: { command: "key limit", input: { keyId: "key_1", perMinute: "default" } },
  });
});

test.each([
  ["", "missing command"],
  ["key", "missing command"],
  ["kye list", "unknown command 'kye'. Did you mean key?"],
  ["key isue", "unknown command 'isue'. Did you mean issue?"],
  ["key create", "unknown command 'create'. Did you mean issue?"],
  ["key delete key_1", "unknown command 'delete'. Did you mean revoke?"],
  ["user create", "unknown command 'create'. Did you mean invite?"],
  ["partner ls", "unknown command 'ls'. Did you mean list?"],
  ["limit-request reject", "unknown command 'reject'. Did you mean decline?"],
  ["webhook disable whe_1", "unknown command 'disable'"],
  ["operator delete", "unknown command 'delete'. Did you mean remove?"],
  ["partner delete acme", "unknown command 'delete'"],
  ["payout correct po_1", "unknown command 'correct'. Did you mean recalculate?"],
  ["create", "unknown command 'create'"],
  ["partner list --al", "unknown option '--al'"],
  ["key issue --lable x", "unknown option '--lable'. Did you mean --label?"],
  ["key revoke", "missing required argument 'KEY_ID'"],
  ["key revoke a b", "too many arguments for 'revoke'. Expected 1 argument but got 2."],
  ["partner create --code", "option '--code <CODE>' argument missing"],
  ["user invite --role owner", "--partner: Required. --email: Required."],
  ["key list --partner a --partner b", "--partner was specified more than once"],
])("`latchkey %s` prints a plain error message", (line, sentence) => {
  expect(usageOf(line === "" ? [] : line.split(" ")).error).toBe(sentence);
});

test("invalid usage points to the help of the command", () => {
  expect(usageOf(["key", "issue", "--bogus"]).helpCommand).toBe("key issue");
  expect(usageOf(["key"]).helpCommand).toBe("key");
  expect(usageOf([]).helpCommand).toBe("");
});

const ISSUE = ["key", "issue", "--partner", "acme", "--label", "x", "--scopes", "prices:read"];

test("all invalid values are reported at once, by option name", () => {
  const { issues } = usageOf([...ISSUE, "--limit", "0", "--expires", "tomorrow"]);
  expect(issues.map(({ path }) => path)).toEqual(["--expires", "--limit"]);
});

test("an option of several words is reported by its name, whether missing or invalid", () => {
  expect(parse("partner set acme --max-keys many")).toMatchObject({
    issues: [{ path: "--max-keys", message: "Must be an integer, for example 100." }],
  });
  expect(parse("listen")).toMatchObject({
    issues: [{ path: "--forward-to", message: "Required." }],
  });
  expect(parse("listen --forward-to localhost:4000")).toMatchObject({
    issues: [{ path: "--forward-to", message: expect.stringMatching(/^Must be an http or https/) }],
  });
});

test("a wrong webhook secret is rejected without being repeated", () => {
  const parsed = parse("conform-webhooks http://localhost:4000 --secret whsec-AAAA");
  expect(parsed).toMatchObject({ issues: [{ path: "--secret" }] });
  expect(JSON.stringify(parsed)).not.toContain("AAAA");
});

test("scopes are a list without duplicates; whether they exist is for the server to say", () => {
  const scopes = ["key", "issue", "--partner", "a", "--label", "x", "--scopes"];
  expect(usageOf([...scopes, ""]).error).toBe("--scopes: Must name at least one scope.");
  const many = Array.from({ length: 101 }, (_, n) => `orders.n${n}`).join(",");
  expect(usageOf([...scopes, many]).error).toContain("Must be at most 100 scopes.");
});

test("an unknown role is reported with the closest match", () => {
  const invite = ["user", "invite", "--partner", "a", "--email", "a@b.example", "--role"];
  expect(usageOf([...invite, "develper"]).error).toContain("Did you mean developer?");
  expect(usageOf([...invite, "operator"]).error).toContain("Unknown role");
});

test.each(["2027-01-31", "2027-02-30T00:00:00Z", "2027-01-31T00:00:00", "2027-01-31T00:00Z", "x"])(
  "--expires %s is rejected because it is not an RFC 3339 timestamp with an offset",
  (expires) => {
    expect(usageOf([...ISSUE, "--expires", expires]).error).toContain("T00:00:00Z");
  },
);

test.each(["2027-01-31T00:00:00Z", "2027-01-31T01:00:00.5+02:00"])(
  "--expires %s is accepted",
  (at) => {
    expect(parseWords([...ISSUE, "--expires", at]).kind).toBe("command");
  },
);

test.each(["0", "-1", "1.5", "1e3", "ten", "1000001", ""])("a limit of %j is rejected", (limit) => {
  expect(usageOf(["key", "limit", "--", "key_1", limit]).error).toContain("from 1 to 1000000");
});

test.each(["101", "-1", "12.345", "20%", "1e1"])(
  "a revenue share of %s is rejected",
  (revshare) => {
    const words = ["partner", "create", "--code", "acme", "--name", "A", `--revshare=${revshare}`];
    expect(usageOf(words).error).toContain("percentage");
  },
);

test("a first key requires both its label and its scopes", () => {
  const words = ["partner", "create", "--code", "acme", "--name", "A"];
  for (const half of [
    ["--key", "x"],
    ["--scopes", "prices:read"],
  ]) {
    expect(usageOf([...words, ...half]).error).toBe("--key and --scopes must be used together.");
  }
});

test("an API key in place of its ID is rejected without being repeated", () => {
  const key = `rsk_${"a1B2".repeat(9)}`;
  const { error } = usageOf(["key", "revoke", key]);
  expect(error).toContain("not the key itself");
  expect(error).not.toContain(key);
});

test("--json works at any position, but not as a value", () => {
  expect(wantsJson(["--json", "partner", "list"])).toBe(true);
  expect(wantsJson(["partner", "list", "--json"])).toBe(true);
  expect(wantsJson(["partner", "show", "--", "--json"])).toBe(false);
});
