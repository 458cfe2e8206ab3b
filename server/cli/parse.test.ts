import { expect, test } from "vitest";
import { COMMANDS, NOUNS } from "./commands";
import { parseWords, wantsJson } from "./parse";

const parse = (line: string) => parseWords(line === "" ? [] : line.split(" "));

function usageOf(words: readonly string[]) {
  const parsed = parseWords(words);
  if (parsed.kind !== "usage") throw new Error(`${words.join(" ")} was taken`);
  return parsed;
}

test("every command of the operators' command line is there", () => {
  expect(COMMANDS.map(({ name }) => name)).toEqual([
    "partner create",
    "partner list",
    "partner show",
    "partner set",
    "partner suspend",
    "partner reactivate",
    "key issue",
    "key list",
    "key revoke",
    "key limit",
    "limit-request list",
    "limit-request approve",
    "limit-request decline",
    "payout close",
    "payout list",
    "payout mark",
    "payout correct",
    "import customers",
    "import charges",
    "import products",
    "user invite",
    "user reset",
    "operator create",
    "operator list",
    "operator disable",
    "operator enable",
    "operator remove",
    "migrate",
    "doctor",
  ]);
});

test("every command explains each of its words under --help", () => {
  for (const command of COMMANDS) {
    const help = parse(`${command.name} --help`);
    if (help.kind !== "help") throw new Error(`${command.name} has no help`);
    expect(help.text).toContain(`Usage: latchkey ${command.name}`);
    expect(help.text).toContain(command.summary);
    expect(help.text).toContain("--json");
    for (const { shown } of command.args) expect(help.text).toContain(shown);
    for (const { name, about } of command.options) {
      expect(help.text).toContain(`--${name} <`);
      expect(help.text.replace(/\s+/g, " ")).toContain(about);
    }
  }
});

test("help is given for the whole and for each noun", () => {
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

test("the example of every command is one that it takes", () => {
  for (const { name, example } of COMMANDS) {
    if (example === null) continue;
    const words = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, bare]) => quoted ?? bare,
    );
    const parsed = parseWords(words.slice(1).map(String));
    expect(parsed).toMatchObject({ kind: "command", request: { command: name } });
  }
});

test("the words travel as they were typed", () => {
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
  ["", "a command is missing"],
  ["key", "a command is missing"],
  ["kye list", "unknown command 'kye'; did you mean key?"],
  ["key isue", "unknown command 'isue'; did you mean issue?"],
  ["partner list --al", "unknown option '--al'"],
  ["key issue --lable x", "unknown option '--lable'; did you mean --label?"],
  ["key revoke", "missing required argument 'KEY_ID'"],
  ["key revoke a b", "too many arguments for 'revoke'. Expected 1 argument but got 2."],
  ["partner create --code", "option '--code <CODE>' argument missing"],
  ["user invite --role owner", "--partner: is required; --email: is required"],
  ["key list --partner a --partner b", "--partner is given twice"],
])("`latchkey %s` is answered with a plain sentence", (line, sentence) => {
  expect(usageOf(line === "" ? [] : line.split(" ")).error).toBe(sentence);
});

test("wrong usage points to the help of the command that was meant", () => {
  expect(usageOf(["key", "issue", "--bogus"]).helpCommand).toBe("key issue");
  expect(usageOf(["key"]).helpCommand).toBe("key");
  expect(usageOf([]).helpCommand).toBe("");
});

const ISSUE = ["key", "issue", "--partner", "acme", "--label", "x", "--scopes", "prices:read"];

test("all wrong values are named at once, by the words that they were typed with", () => {
  const { issues } = usageOf([...ISSUE, "--limit", "0", "--expires", "tomorrow"]);
  expect(issues.map(({ path }) => path)).toEqual(["--expires", "--limit"]);
});

test("a mistyped scope or role is answered with the nearest one", () => {
  const scopes = ["key", "issue", "--partner", "a", "--label", "x", "--scopes"];
  expect(usageOf([...scopes, "prices:read,acounts:read"]).error).toBe(
    '--scopes: there is no scope "acounts:read"; did you mean accounts:read?',
  );
  expect(usageOf([...scopes, "everything"]).error).toContain("(there are accounts:read, ");
  expect(usageOf([...scopes, ""]).error).toBe("--scopes: must name at least one scope");
  const invite = ["user", "invite", "--partner", "a", "--email", "a@b.example", "--role"];
  expect(usageOf([...invite, "develper"]).error).toContain("did you mean developer?");
  expect(usageOf([...invite, "operator"]).error).toContain("there is no role");
});

test.each(["2027-01-31", "2027-02-30T00:00:00Z", "2027-01-31T00:00:00", "2027-01-31T00:00Z", "x"])(
  "--expires %s is refused: it is no time of RFC 3339 with its offset",
  (expires) => {
    expect(usageOf([...ISSUE, "--expires", expires]).error).toContain("T00:00:00Z");
  },
);

test.each(["2027-01-31T00:00:00Z", "2027-01-31T01:00:00.5+02:00"])(
  "--expires %s is taken",
  (at) => {
    expect(parseWords([...ISSUE, "--expires", at]).kind).toBe("command");
  },
);

test.each(["0", "-1", "1.5", "1e3", "ten", "1000001", ""])("a limit of %j is refused", (limit) => {
  expect(usageOf(["key", "limit", "--", "key_1", limit]).error).toContain("from 1 to 1000000");
});

test.each(["101", "-1", "12.345", "20%", "1e1"])("a revenue share of %s is refused", (revshare) => {
  const words = ["partner", "create", "--code", "acme", "--name", "A", `--revshare=${revshare}`];
  expect(usageOf(words).error).toContain("percentage");
});

test("a first key needs both its label and its scopes", () => {
  const words = ["partner", "create", "--code", "acme", "--name", "A"];
  for (const half of [
    ["--key", "x"],
    ["--scopes", "prices:read"],
  ]) {
    expect(usageOf([...words, ...half]).error).toBe("--key and --scopes belong together");
  }
});

test("an API key in place of its id is refused without being repeated", () => {
  const key = `rsk_${"a1B2".repeat(9)}`;
  const { error } = usageOf(["key", "revoke", key]);
  expect(error).toContain("not the key itself");
  expect(error).not.toContain(key);
});

test("--json counts wherever it stands, but not as a value", () => {
  expect(wantsJson(["--json", "partner", "list"])).toBe(true);
  expect(wantsJson(["partner", "list", "--json"])).toBe(true);
  expect(wantsJson(["partner", "show", "--", "--json"])).toBe(false);
});
