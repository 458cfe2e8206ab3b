import { Console } from "node:console";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { sendConsoleToLog } from "./console";
import { createLog } from "./log";

const written = (run: (target: Console) => void) => {
  const lines: string[] = [];
  const target = new Console(new PassThrough());
  sendConsoleToLog(createLog("info", { write: (line) => void lines.push(line) }), target);
  run(target);
  return lines;
};

it("logs untrusted text in one field of one line, under a fixed message", () => {
  const forged = '\n{"level":50,"msg":"the key of acme was revoked"}\n\u001b[2J';
  const lines = written((target) => target.error("Failed to find %s", forged));
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trim()).not.toContain("\n");
  expect(lines[0]).not.toContain("\u001b");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: 50,
    msg: "console output of a library",
    text: `Failed to find ${forged}`,
  });
});

it("logs warnings and errors at their level and drops information", () => {
  const lines = written((target) => {
    target.log("a");
    target.info("a");
    target.warn("a");
    target.error(new Error("a"));
  });
  expect(lines.map((line) => JSON.parse(line).level)).toEqual([40, 50]);
  expect(JSON.parse(lines.at(-1) ?? "").err).toMatchObject({ type: "Error", message: "a" });
});

it("truncates text in console lines and errors", () => {
  const long = "x".repeat(1_000_000);
  const [line = ""] = written((target) => target.error(long));
  expect(line.length).toBeLessThan(10_000);
  const lines: string[] = [];
  const log = createLog("info", { write: (text) => void lines.push(text) });
  log.error({ err: Object.assign(new Error(long), { code: "P2002", input: long }) }, "a fault");
  expect(lines[0]?.length).toBeLessThan(10_000);
  expect(JSON.parse(lines[0] ?? "").err).toMatchObject({ type: "Error", code: "P2002" });
});
