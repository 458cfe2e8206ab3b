import { expect, test } from "vitest";
import { DataDirInUse } from "../stores/control";
import { runCli } from "./cli";
import type { Reply } from "./failure";

async function run(line: string, reply: Reply | Error) {
  const printed = { out: "", err: "" };
  const perform = async () => {
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const code = await runCli(line.split(" "), {
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    show: () => {},
    environment: {},
    openLine: () => ({ perform, close: async () => {} }),
    askSecret: async () => "",
    untilStopped: () => new AbortController().signal,
  });
  return { code, ...printed };
}

const NEVER = new Error("nothing was to be run");
const PARTNER = {
  id: "prt_1",
  code: "acme",
  name: "Acme",
  status: "active",
  revsharePct: 12.5,
  branding: { logoUrl: "x" },
  userCount: 3,
};

test("with --json, stdout is one JSON document in snake_case and stderr is empty", async () => {
  const { code, out, err } = await run("partner show acme --json", { result: PARTNER });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(JSON.parse(out)).toEqual({
    id: "prt_1",
    code: "acme",
    name: "Acme",
    status: "active",
    revshare_pct: 12.5,
    branding: { logoUrl: "x" },
    user_count: 3,
    suspended_reason: null,
    terminated_at: null,
  });
});

test("fields beyond the output schema are not printed", async () => {
  const result = { ...PARTNER, passwordHash: "secret" };
  for (const line of ["partner show acme --json", "partner show acme"]) {
    expect((await run(line, { result })).out).not.toContain("secret");
  }
});

test("with --json, an error is a JSON document on stderr, with exit code 1", async () => {
  const failure = { error: "API key not found.", code: "not_found", details: {} };
  const { code, out, err } = await run("key revoke key_1 --json", { failure });
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(JSON.parse(err)).toEqual(failure);
});

test("without --json, an error is a plain sentence", async () => {
  const failure = { error: "API key not found.", code: "not_found", details: {} };
  const printed = await run("key revoke key_1", { failure });
  expect(printed).toEqual({ code: 1, out: "", err: "API key not found.\n" });
});

test("invalid usage exits with code 2 and runs nothing", async () => {
  const asText = await run("key revoke", NEVER);
  expect(asText).toEqual({
    code: 2,
    out: "",
    err: "missing required argument 'KEY_ID'\nSee: latchkey key revoke --help\n",
  });
  const asJson = await run("key limit key_1 many --json", NEVER);
  expect(asJson).toMatchObject({ code: 2, out: "" });
  expect(JSON.parse(asJson.err)).toMatchObject({
    error: expect.stringContaining("PER_MINUTE"),
    code: "usage",
    details: { issues: [{ path: "PER_MINUTE|default", message: expect.any(String) }] },
  });
});

test("help goes to stdout with exit code 0", async () => {
  expect(await run("key issue --help", NEVER)).toMatchObject({ code: 0, err: "" });
});

test("a DATA_DIR in use and invalid settings have their own error codes", async () => {
  const busy = await run("partner list --json", new DataDirInUse("/data", 7));
  expect(JSON.parse(busy.err)).toEqual({
    error: "/data is in use by process 7.",
    code: "data_dir_in_use",
    details: {},
  });
  const wrong = Object.assign(new Error("PORT is wrong.\nHOST is wrong."), { name: "EnvError" });
  expect(await run("partner list", wrong)).toMatchObject({
    code: 1,
    err: "PORT is wrong. HOST is wrong.\n",
  });
});

test("a list is aligned, and an empty list says how to create the first item", async () => {
  const result = [
    { ...PARTNER, activeKeys: 1 },
    { ...PARTNER, code: "beta-partner", status: "suspended", activeKeys: 12 },
  ];
  const { out } = await run("partner list", { result });
  expect(out).toBe(
    [
      "CODE          NAME  STATUS     REVSHARE  OPEN CUSTOMERS  KEYS",
      "acme          Acme  active     12.5%                  3     1",
      "beta-partner  Acme  suspended  12.5%                  3    12",
      "",
    ].join("\n"),
  );
  const empty = await run("partner list", { result: [] });
  expect(empty.out).toContain("latchkey partner create");
});
