import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../testing/processes";
import { readIfExists, readOrCreateSecret } from "./secret-file";

let base: string;
let file: string;

beforeEach(() => {
  base = temporaryFolder("kept");
  file = join(base, "data", "secret");
});

test("a secret is created once, is long enough and readable by this user only", async () => {
  expect(await readIfExists(file)).toBeNull();
  const secret = await readOrCreateSecret(file, 48);
  expect(secret).toMatch(/^[\w-]{64}$/);
  expect(await readOrCreateSecret(file, 48)).toBe(secret);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(base, "data")).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(base, "data"))).toEqual(["secret"]);
});

test("concurrent callers get the same secret", async () => {
  const secrets = await Promise.all(Array.from({ length: 10 }, () => readOrCreateSecret(file, 48)));
  expect(new Set(secrets).size).toBe(1);
});
