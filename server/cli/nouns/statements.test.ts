import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newPayee, payingPlatformForTests } from "../../core/transfers/testing/owed";
import { temporaryFolder } from "../../testing/processes";
import { findCommand } from "../commands";
import { commandsOn } from "../testing/commands";

const platform = await payingPlatformForTests();

const { ask, run } = commandsOn(platform);

/** Runs a command that works in the process of the command line. */
async function conduct(name: string, input: Record<string, string>) {
  const found = findCommand(name);
  const session = {
    environment: {},
    ask: async (command: string, words: Record<string, string>) =>
      (await ask(command, words)).result,
    show: () => undefined,
    print: () => undefined,
    askSecret: async () => "",
    untilStopped: () => new AbortController().signal,
  };
  const result = await found?.conduct?.(session, input);
  return { text: found?.toText(result) ?? "", json: found?.toJson(result) };
}

async function newTransfer(): Promise<string> {
  const { owe, transferDue } = await newPayee(platform);
  await owe(1_250);
  return (await transferDue()).id;
}

test("an issuer is entered, shown and changed in part", async () => {
  expect((await run("issuer show")).text).toContain("No issuer has been entered yet");
  const early = await run("issuer set", { name: "Latchkey GmbH" });
  expect(JSON.stringify(early.failure)).toContain("Enter --name and --address at first.");
  const first = {
    name: "Latchkey GmbH",
    address: "Hauptstr. 1\\n10115 Berlin",
    numberPrefix: "LK-",
  };
  expect((await run("issuer set", first)).text).toContain("Hauptstr. 1, 10115 Berlin");
  await run("issuer set", { taxNote: "Reverse charge.\\nNo VAT." });
  const { text } = await run("issuer show");
  expect(text).toContain("Latchkey GmbH");
  expect(text).toContain("LK-");
  expect(text).toContain("Reverse charge. No VAT.");
  await run("issuer set", { taxNote: "" });
  expect((await run("issuer show")).text).toMatch(/tax note:? +-/);
});

test("a statement is shown, as JSON, and saved as CSV", async () => {
  const transferId = await newTransfer();
  const { text, json } = await conduct("transfer statement", { transferId });
  expect(text).toContain("€12.50 (Twelve euros and 50/100)");
  expect(text).toContain("Acme Hosting GmbH");
  expect(json).toMatchObject({ transfer_id: transferId, total: 1_250, file: null });
  const out = join(temporaryFolder("statement"), "s.csv");
  expect((await conduct("transfer statement", { transferId, out })).text).toContain(`as ${out}.`);
  expect(await readFile(out, "utf8")).toContain(",12.50,EUR\r\n");
});

test("a statement is saved as PDF", async () => {
  const transferId = await newTransfer();
  const out = join(temporaryFolder("statement"), "S.PDF");
  await conduct("transfer statement", { transferId, out });
  expect((await readFile(out)).subarray(0, 5).toString()).toBe("%PDF-");
});

test("a file must end in a known format", () => {
  const issues = findCommand("transfer statement")?.check({ transferId: "tr_x", out: "s.doc" });
  expect(issues).toMatchObject([{ path: "--out" }]);
});
