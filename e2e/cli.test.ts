import { execFile } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { freshDatabase } from "../server/testing/database";
import { isThorough } from "../server/testing/extent";
import { eventually, spawnOwned, temporaryFolder } from "../server/testing/processes";
import { startProduct } from "../server/testing/product";
import { startRedis } from "../server/testing/redis";
import { createEmptyDatabase } from "../server/testing/template-database";
import {
  answer,
  BUNDLE,
  documentOf,
  environmentOf,
  latchkey,
  newPartner,
  runHere,
  type Settings,
} from "./support/latchkey";
import { expectNextRequestToFollow } from "./support/next-request";

// Most commands run in this process. Those in processes of their own: concurrent ones on a new
// folder, one that is killed, one beside a server, one that fails, and one whose reader leaves.

describe("on embedded stores without a server", () => {
  const dataDir = join(temporaryFolder("cli"), "data");
  const settings = { DATA_DIR: dataDir };

  test("concurrent commands on a new folder all succeed", async () => {
    const codes = ["one", "two", "three", "four"];
    const made = await Promise.all(
      codes.map(async (code) =>
        documentOf(await latchkey(settings, [...newPartner(code), "--json"])),
      ),
    );
    expect(made.map(({ partner }) => partner.code)).toEqual(codes);
    const partners: { code: string }[] = await answer(settings, ["partner", "list"]);
    expect(partners.map(({ code }) => code).sort()).toEqual([...codes].sort());
    expect(statSync(dataDir).mode & 0o077).toBe(0);
  });

  test("a killed command leaves the folder usable", async () => {
    const command = process.execPath;
    const args = [BUNDLE, "partner", "list"];
    const killed = spawnOwned({ command, args, env: environmentOf(settings) });
    // Holds the folder, according to the lock itself.
    const holder = () => readFileSync(join(dataDir, "control", "pid"), "utf8");
    await eventually(async () => expect(Number(holder())).toBe(killed.pid), 30_000);
    killed.signal("SIGKILL");
    expect(await killed.exited).toBe("SIGKILL");
    expect(await answer(settings, ["partner", "show", "one"])).toMatchObject({ code: "one" });
  });

  test("without --json, prints sentences and tables, with links to this machine's server", async () => {
    const list = await runHere(settings, ["partner", "list"]);
    expect(list).toMatchObject({ code: 0, stderr: "" });
    expect(list.stdout).toMatch(/^CODE {2,}NAME {2,}STATUS/);
    const invited = await runHere({ ...settings, PORT: "4321" }, [
      ..."user invite --partner one --role owner --email a@one.example".split(" "),
    ]);
    expect(invited.stdout).toMatch(/ http:\/\/127\.0\.0\.1:4321\/welcome#[\w-]{43}\n/);
  });
});

test("a command that needs data names a folder without a database, and creates nothing there", async () => {
  const dataDir = join(temporaryFolder("cli"), "dta");
  const file = join(temporaryFolder("cli"), "products.csv");
  writeFileSync(file, "code,name,floor,default_retail,currency\n");
  const settings = { DATA_DIR: dataDir };
  for (const words of ["partner list", `import products ${file}`, "deliver --once"]) {
    const { code, stdout, stderr } = await runHere(settings, words.split(" "));
    expect({ code, stdout }, words).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(
      `There is no database in ${dataDir}. Check DATA_DIR. These commands create one: npm start, latchkey partner create, latchkey operator create, latchkey migrate.\n`,
    );
  }
  const report = await runHere(settings, ["doctor"]);
  expect(report).toMatchObject({ code: 0, stdout: expect.stringContaining(dataDir) });
  expect(existsSync(dataDir)).toBe(false);
  const create = "operator create --email ops@example.com".split(" ");
  expect((await runHere(settings, create)).code).toBe(0);
  expect(await answer(settings, ["partner", "list"])).toEqual([]);
});

describe("next to a server on embedded stores", async () => {
  const product = await startProduct();
  afterAll(() => product.stop());
  // No port: the links come from the server, which knows its own.
  const settings = { DATA_DIR: product.dataDir };

  test("a change takes effect at the next request, and no key is in the log", async () => {
    const key = await expectNextRequestToFollow(product.url, settings);
    expect(product.output()).not.toContain(key);
  });

  test("links point to the server, and their tokens are not in its log", async () => {
    const words = ["operator", "create", "--email", "ops@example.com"];
    const { setup_url: link } = await answer(settings, words);
    expect(link).toMatch(new RegExp(`^${product.url}/welcome#`));
    expect(product.output()).not.toContain(link.split("#")[1]);
  });

  test("prints the server's error and exits with code 1", async () => {
    const { code, stdout, stderr } = await latchkey(settings, ["key", "revoke", "key_1", "--json"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(JSON.parse(stderr)).toEqual({
      error: "API key not found.",
      code: "not_found",
      details: {},
    });
  });

  test("there are no pending migrations", async () => {
    expect(await answer(settings, ["migrate"])).toMatchObject({ applied: [] });
  });

  test("twenty concurrent commands all succeed", async () => {
    const { key } = await answer(settings, newPartner("crowd"));
    const issue = "key issue --partner crowd --label more --scopes prices:read".split(" ");
    await Promise.all([
      ...Array.from({ length: 19 }, () => answer(settings, issue)),
      answer(settings, ["key", "revoke", key.id]),
    ]);
    const keys: { state: string }[] = await answer(settings, ["key", "list", "--partner", "crowd"]);
    expect(keys.map(({ state }) => state).sort()).toEqual([...Array(19).fill("active"), "revoked"]);
  });
});

describe("on an external PostgreSQL", async () => {
  // Without the secret that signs sessions: the command line must not need it.
  const address = { NEXTAUTH_URL: "https://partners.example.com" };
  const database = await freshDatabase();
  afterAll(() => database.drop());

  // e2e/secrets.test.ts has a server without a Redis, e2e/staleness.test.ts one with it, under load.
  if (isThorough) {
    test("a change takes effect at the next request of a server with a Redis", async () => {
      const redis = await startRedis();
      const product = await startProduct({ databaseUrl: database.url, redisUrl: redis.url });
      onTestFinished(async () => {
        await product.stop();
        await redis.stop();
      });
      const settings = { ...address, DATABASE_URL: database.url, REDIS_URL: redis.url };
      await expectNextRequestToFollow(product.url, settings);
    });
  }

  test("links use the public URL, and no folder is created", async () => {
    const dataDir = join(temporaryFolder("cli"), "data");
    const settings = { ...address, DATABASE_URL: database.url, DATA_DIR: dataDir };
    const words = ["operator", "create", "--email", "far@example.com"];
    const { setup_url: link } = await answer(settings, words);
    expect(link).toMatch(/^https:\/\/partners\.example\.com\/welcome#[\w-]{43}$/);
    expect(existsSync(dataDir)).toBe(false);
  });

  test("migrate sets up an empty database, once", async () => {
    const empty = await createEmptyDatabase(inject("postgresUrl"));
    const settings = { ...address, DATABASE_URL: empty.url };
    const before = await runHere(settings, ["partner", "list", "--json"]);
    expect(before.code).toBe(1);
    expect(JSON.parse(before.stderr)).toMatchObject({ code: "migration_needed" });
    const { applied } = await answer(settings, ["migrate"]);
    expect(applied).not.toEqual([]);
    expect(await answer(settings, ["migrate"])).toMatchObject({ applied: [] });
    expect(await answer(settings, ["partner", "list"])).toEqual([]);
    await empty.drop();
  });
});

describe("errors are reported in one line", () => {
  const failing: [string, () => Settings, string, RegExp][] = [
    [
      "settings",
      () => ({ PORT: "many", LOG_LEVEL: "loud" }),
      "invalid_settings",
      /^PORT must be .* LOG_LEVEL must be /,
    ],
    [
      "a file as the folder",
      () => {
        const file = join(temporaryFolder("cli"), "file");
        writeFileSync(file, "");
        return { DATA_DIR: file };
      },
      "stores_unusable",
      /can't be written: a file with that name already exists/,
    ],
    [
      "an unreachable database",
      () => ({ DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" }),
      "unavailable",
      /^Can't connect to the database/,
    ],
  ];

  test.each(failing)("%s", async (_, settings, code, sentence) => {
    const text = await runHere(settings(), ["migrate"]);
    expect(text).toMatchObject({ code: 1, stdout: "" });
    expect(text.stderr).toMatch(sentence);
    expect(text.stderr.trim()).not.toContain("\n");
    const json = await runHere(settings(), ["migrate", "--json"]);
    expect(json).toMatchObject({ code: 1, stdout: "" });
    expect(JSON.parse(json.stderr)).toMatchObject({ code, details: {} });
  });
});

test("a reader that closes the pipe early is not an error", async () => {
  const stderr = await new Promise<string>((resolve) => {
    // By the time the help is written, its reader has exited.
    execFile("/bin/sh", ["-c", `"${process.execPath}" "${BUNDLE}" --help | true`], (...results) =>
      resolve(results[2]),
    );
  });
  expect(stderr).toBe("");
});
