import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { EnvError, exportAuthEnv, readEnv, SETTING_NAMES } from "./env";

function problemsOf(source: Record<string, string>): string[] {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
  return [];
}

const external = { DATABASE_URL: "postgresql://u:p@db/latchkey" };

afterEach(() => vi.unstubAllEnvs());

test("without settings, the server listens on loopback with embedded stores", () => {
  expect(readEnv({})).toEqual({
    isProduction: true,
    databaseUrl: null,
    redis: null,
    authSecret: null,
    previousSecret: null,
    publicUrl: null,
    host: "127.0.0.1",
    port: 3000,
    trustProxy: null,
    dataDir: resolve(".data"),
    workers: 1,
    drainMs: 5_000,
    logLevel: "info",
    metricsToken: null,
    supportEmail: null,
    mail: null,
    eventDays: 90,
    payoutDetailsWaitHours: 72,
    webhooks: { allowedNetworks: [], allowedPorts: [], mayUseLoopback: true },
    leakKeysUrl: null,
    apiKey: null,
    webhookSecret: null,
    requestLog: { days: 30, rowsPerPartner: 100_000, maxRows: 2_000_000 },
  });
});

test.each(["0", "1.5", "-1", "many", "3651"])("%s is not a valid number of days", (days) => {
  expect(() => readEnv({ LOG_RETENTION_DAYS: days })).toThrow(
    /LOG_RETENTION_DAYS must be an integer/,
  );
});

test.each(["http://keys.example.com/x", "ftp://localhost/x", "keys"])("no keys from %s", (url) => {
  expect(() => readEnv({ LEAK_KEYS_URL: url })).toThrow(/LEAK_KEYS_URL must be a URL like https/);
});

test("SUPPORT_EMAIL must be an email address", () => {
  expect(readEnv({ SUPPORT_EMAIL: "help@platform.example" }).supportEmail).toBe(
    "help@platform.example",
  );
  expect(() => readEnv({ SUPPORT_EMAIL: "https://help" })).toThrow(/SUPPORT_EMAIL must be/);
});

const FROM = { MAIL_FROM: "no-reply@platform.example" };
const smtp = (url: string, more = {}) => readEnv({ SMTP_URL: url, ...FROM, ...more }).mail?.server;

test.each([
  ["smtp://mail.example.com", { host: "mail.example.com", port: 587, security: "starttls" }],
  ["smtps://mail.example.com", { host: "mail.example.com", port: 465, security: "tls" }],
  ["smtp://mail.example.com:2525", { port: 2525, security: "starttls" }],
  ["smtp://relay.internal:25?tls=never", { port: 25, security: "none" }],
  ["smtp://127.0.0.1:1025", { host: "127.0.0.1", port: 1025, security: "optional" }],
  ["smtp://[2001:db8::1]:25", { host: "2001:db8::1", port: 25, security: "starttls" }],
  [
    "smtp://ada%40example.com:p%3Aa%2Fs%25s%20@m.example",
    { login: { user: "ada@example.com", password: "p:a/s%s " } },
  ],
])("SMTP_URL=%s is a mail server", (url, server) => {
  expect(smtp(url)).toMatchObject(server);
});

test.each([
  "http://mail.example.com",
  "mail.example.com",
  "smtp://user:hunter2@",
  "smtp://user@mail.example.com",
  "smtp://:hunter2@mail.example.com",
  "smtp://user:hunter2%@mail.example.com",
  "smtp://user:hunter2%ff@mail.example.com",
  "smtp://user:hunter2/hunter2@mail.example.com",
  "smtp://user:hunter2#@mail.example.com",
  "smtp://user:hunter2%0d%0aQUIT@mail.example.com",
  "smtp://user:hunter2@mail.example.com?tls=maybe",
  "smtp://user:hunter2@mail.example.com?tls=never&tls=never",
  "smtps://user:hunter2@mail.example.com?tls=never",
  "smtp://user:hunter2@mail.exa mple.com",
])("SMTP_URL=%s is refused, without showing the password", (url) => {
  const problems = problemsOf({ SMTP_URL: url, ...FROM });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/^SMTP_URL /);
  expect(problems[0]).not.toContain("hunter2");
});

test.each([
  ["no-reply@platform.example", { name: "", address: "no-reply@platform.example" }],
  ["Latchkey <a@platform.example>", { name: "Latchkey", address: "a@platform.example" }],
  ['"Acme, Inc." <a@platform.example>', { name: "Acme, Inc.", address: "a@platform.example" }],
])("MAIL_FROM=%s is a sender", (text, from) => {
  expect(readEnv({ SMTP_URL: "smtp://m.example", MAIL_FROM: text }).mail?.from).toEqual(from);
});

test.each([
  "Latchkey",
  "a@b@c.example",
  "A <a@b.example> <c@d.example>",
  "A\r\nBcc: x <a@b.example>",
])("MAIL_FROM=%s is refused", (text) =>
  expect(problemsOf({ SMTP_URL: "smtp://m.example", MAIL_FROM: text })).toHaveLength(1),
);

test("the settings of mail belong together", () => {
  expect(problemsOf({ SMTP_URL: "smtp://m.example" })).toEqual([
    expect.stringMatching(/MAIL_FROM is not/),
  ]);
  expect(problemsOf(FROM)).toEqual([expect.stringMatching(/SMTP_URL is not/)]);
  const remote = { SMTP_URL: "smtp://m.example", ...FROM, HOST: "0.0.0.0" };
  expect(problemsOf(remote)).toEqual([expect.stringMatching(/needs NEXTAUTH_URL/)]);
  const { mail } = readEnv({ ...remote, NEXTAUTH_URL: "https://p.example/" });
  expect(mail?.linkBase).toBe("https://p.example");
  expect(smtp("smtp://m.example", { PORT: "4000" })).toBeDefined();
});

test.each([
  ["1", { hops: 1 }],
  ["10.0.0.0/8,fd00::/8 , 192.0.2.7", { networks: ["10.0.0.0/8", "fd00::/8", "192.0.2.7"] }],
])("TRUST_PROXY accepts %s", (text, trustProxy) => {
  expect(readEnv({ TRUST_PROXY: text }).trustProxy).toEqual(trustProxy);
});

test.each(["0", "11", "true", "*", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0.0/8,", "proxy.example"])(
  "TRUST_PROXY=%s is rejected because it would trust everyone or no one",
  (text) => {
    expect(() => readEnv({ TRUST_PROXY: text })).toThrow(/TRUST_PROXY must be/);
  },
);

test("webhooks may be sent to further networks and ports", () => {
  const settings = {
    WEBHOOK_ALLOWED_NETWORKS: "10.0.0.0/8, fd00::1",
    WEBHOOK_ALLOWED_PORTS: "9000",
  };
  expect(readEnv(settings).webhooks).toEqual({
    allowedNetworks: ["10.0.0.0/8", "fd00::1"],
    allowedPorts: [9_000],
    mayUseLoopback: true,
  });
  expect(problemsOf({ WEBHOOK_ALLOWED_NETWORKS: "10.0.0.0/33" })).toHaveLength(1);
  expect(problemsOf({ WEBHOOK_ALLOWED_PORTS: "0, 65536" })).toHaveLength(1);
});

test.each([
  ["127.0.0.1", undefined, true],
  ["127.0.0.1", "http://localhost:3000", true],
  ["127.0.0.1", "https://partners.example.com", false],
  ["0.0.0.0", undefined, false],
  ["0.0.0.0", "http://localhost:3000", false],
])("in production, on %s and behind %s, webhooks may use loopback: %s", (HOST, url, may) => {
  const settings = { NODE_ENV: "production", HOST, ...(url && { NEXTAUTH_URL: url }) };
  expect(readEnv(settings).webhooks.mayUseLoopback).toBe(may);
});

test("the table in the README lists exactly the settings", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, table = ""] = readme.split("\n## Settings\n").map((text) => text.split("\n## ")[0]);
  const heads = table.split("\n").flatMap((line) => /^\| (`[^|]+`) \|/.exec(line)?.[1] ?? []);
  const listed = heads.flatMap((head) =>
    [...head.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  );
  // Set by the start scripts, not by operators.
  expect([...listed, "NODE_ENV"].sort()).toEqual(SETTING_NAMES.toSorted());
});

test("an empty setting counts as unset", () => {
  const empty = { DATABASE_URL: "", PORT: "", HOST: "", REDIS_URL: "", NEXTAUTH_SECRET: "" };
  expect(readEnv(empty)).toEqual(readEnv({}));
});

test("all invalid settings are reported at once", () => {
  const problems = problemsOf({
    NODE_ENV: "test",
    PORT: "http",
    LOG_LEVEL: "loud",
    DATABASE_URL: "mysql://db",
    UPSTASH_REDIS_REST_URL: "https://x.upstash.io",
    REDIS_URL: "localhost:6379",
  });
  expect(problems).toHaveLength(6);
  const text = problems.join("\n");
  for (const name of ["PORT", "LOG_LEVEL", "DATABASE_URL", "REDIS_URL", "REST_TOKEN is not"]) {
    expect(text).toContain(name);
  }
});

test("an invalid setting does not hide a missing one", () => {
  const problems = problemsOf({ ...external, PORT: "70000" });
  expect(problems.map((problem) => problem.split(" ")[0])).toEqual([
    "PORT",
    "NEXTAUTH_SECRET",
    "NEXTAUTH_URL",
  ]);
});

test("production with an external database requires a secret and a public URL, and the error explains how to set them", () => {
  const problems = problemsOf(external);
  expect(problems).toHaveLength(2);
  expect(problems[0]).toContain("openssl rand");
  expect(problems[1]).toContain("NEXTAUTH_URL");
  expect(problemsOf({ ...external, NODE_ENV: "production" })).toEqual(problems);
});

test.each([
  ["NEXTAUTH_SECRET", 32],
  ["METRICS_TOKEN", 16],
])("a %s shorter than %i characters is always rejected", (name, least) => {
  expect(problemsOf({ [name]: "s".repeat(least - 1) })[0]).toContain(`shorter than ${least}`);
  expect(problemsOf({ [name]: "s".repeat(least) })).toEqual([]);
});

test("the trailing slash of the public URL is removed", () => {
  const { publicUrl } = readEnv({ NEXTAUTH_URL: "https://partners.example.com/" });
  expect(publicUrl).toBe("https://partners.example.com");
});

test("development with an external database requires neither", () => {
  expect(problemsOf({ ...external, NODE_ENV: "development" })).toEqual([]);
});

test("a schema other than public is rejected instead of ignored", () => {
  expect(problemsOf({ ...external, DATABASE_URL: "postgres://db/x?schema=shop" })[0]).toContain(
    '"shop"',
  );
  expect(problemsOf({ NODE_ENV: "test", DATABASE_URL: "postgres://db/x?schema=public" })).toEqual(
    [],
  );
});

test("both kinds of Redis settings work, with an external or the embedded database", () => {
  expect(readEnv({ REDIS_URL: "rediss://r:6380" }).redis).toEqual({
    kind: "tcp",
    url: "rediss://r:6380",
    isCluster: false,
  });
  expect(readEnv({ REDIS_URL: "redis://r:7000/?cluster=true" }).redis).toMatchObject({
    url: "redis://r:7000/",
    isCluster: true,
  });
  const upstash = {
    UPSTASH_REDIS_REST_URL: "https://x.upstash.io",
    UPSTASH_REDIS_REST_TOKEN: "t",
  };
  expect(readEnv(upstash).redis).toEqual({
    kind: "upstash",
    url: "https://x.upstash.io",
    token: "t",
  });
});

test("several workers require shared stores", () => {
  expect(readEnv({ NODE_ENV: "test" }).workers).toBe(1);
  const stores = { DATABASE_URL: external.DATABASE_URL, REDIS_URL: "redis://r" };
  expect(readEnv({ NODE_ENV: "test", ...stores, WORKERS: "4" }).workers).toBe(4);
  expect(readEnv({ NODE_ENV: "test", ...stores, WORKERS: "auto" }).workers).toBeGreaterThan(0);
  expect(problemsOf({ WORKERS: "2" })[0]).toContain("embedded database supports only one process");
  const { DATABASE_URL } = stores;
  expect(problemsOf({ NODE_ENV: "test", DATABASE_URL, WORKERS: "auto" })[0]).toContain("REDIS_URL");
  for (const WORKERS of ["0", "100", "two", "-1"]) {
    expect(problemsOf({ NODE_ENV: "test", ...stores, WORKERS })[0]).toContain("from 1 to 99");
  }
});

test("no error contains the value of a secret", () => {
  const given = { NEXTAUTH_SECRET: "s3cr3t", DATABASE_URL: "mysql://root:pa55word@db" };
  const text = problemsOf(given).join("\n");
  expect(text).not.toMatch(/s3cr3t|pa55word/);
});

test("next-auth uses the Host header only without a public URL", () => {
  vi.stubEnv("AUTH_TRUST_HOST", undefined);
  vi.stubEnv("NEXTAUTH_SECRET", undefined);
  vi.stubEnv("NEXTAUTH_URL", "");
  exportAuthEnv({ secret: "s".repeat(32), publicUrl: "https://partners.example.com" });
  expect(process.env.AUTH_TRUST_HOST).toBeUndefined();
  expect(process.env.NEXTAUTH_URL).toBe("https://partners.example.com");
  exportAuthEnv({ secret: "s".repeat(32), publicUrl: null });
  expect(process.env.AUTH_TRUST_HOST).toBe("1");
  expect(process.env.NEXTAUTH_URL).toBeUndefined();
});
