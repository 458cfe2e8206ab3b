import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../server/testing/processes";
import { previousRelease } from "./support/previous-release";

/** A repository, and a function that commits a file and returns the commit. */
function openRepository() {
  const root = temporaryFolder("repository");
  const git = (...args: string[]) => {
    const who = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
    return execFileSync("git", [...who, ...args], { cwd: root, encoding: "utf8" }).trim();
  };
  git("init", "--quiet");
  mkdirSync(join(root, "prisma/migrations"), { recursive: true });
  const commit = (file: string, text: string) => {
    writeFileSync(join(root, file), text);
    git("add", ".");
    git("commit", "--quiet", "--message", file);
    return git("rev-parse", "HEAD");
  };
  const setVersion = (version: string) =>
    commit("package.json", JSON.stringify({ name: "x", version }, null, 2));
  return { root, git, commit, setVersion };
}

it("the previous release is the newest commit before this one that changed the version", () => {
  const { root, commit, setVersion } = openRepository();
  setVersion("0.1.0");
  const beforeMigration = commit("page.tsx", "1");
  commit("prisma/migrations/1.sql", ";");
  commit("page.tsx", "2");
  // There has been only one version.
  expect(previousRelease(root)).toBe(beforeMigration);
  const second = setVersion("0.2.0");
  expect(previousRelease(root)).toBe(beforeMigration);
  commit("package.json", JSON.stringify({ name: "y", version: "0.2.0" }, null, 2));
  expect(previousRelease(root)).toBe(second);
  const third = setVersion("0.3.0");
  expect(previousRelease(root)).toBe(second);
  commit("page.tsx", "3");
  expect(previousRelease(root)).toBe(third);
});

it("a tag is the release that it names", () => {
  const { root, git, commit, setVersion } = openRepository();
  setVersion("0.1.0");
  const released = commit("page.tsx", "1");
  git("tag", "v0.1.0");
  commit("prisma/migrations/1.sql", ";");
  expect(previousRelease(root)).toBe(released);
});

it("there is none without a history", () => {
  expect(previousRelease(temporaryFolder("no-repository"))).toBeNull();
  const { root, setVersion } = openRepository();
  setVersion("0.1.0");
  expect(previousRelease(root)).toBeNull();
});
