import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createCustomer } from "../core/customers/mutations";
import { createPartner } from "../core/partners/mutations";
import { changePayoutDetails } from "../core/payout-details/mutations";
import { saveProduct } from "../core/products/mutations";
import { DETAILS, payingPlatformForTests } from "../core/transfers/testing/owed";
import { steppingClock } from "../testing/platform";
import { temporaryFolder } from "../testing/processes";
import { parseWords } from "./parse";
import { runCommand } from "./run";

// Runs the commands of "The month's end" in docs/operations.md, in their order.

const platform = await payingPlatformForTests(steppingClock(new Date("2026-11-02T10:00:00Z")));

function documented(): string[] {
  const all = readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
  const [, section = ""] = /\n## The month's end\n(.*?)\n## /s.exec(all) ?? [];
  return Array.from(section.matchAll(/`latchkey ([^`]+)`/g), ([, words = ""]) => words);
}

/** As a shell splits them: quotes keep spaces. */
const wordsOf = (line: string) =>
  Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? "");

async function ask(command: string, input: Record<string, string>) {
  const { core } = platform.wiring;
  const host = { core, siteUrl: "", migrate: async () => ({ applied: [] }), dispatcher: null };
  const reply = await runCommand(host, { command, input });
  if (!("result" in reply)) throw new Error(`${command}: ${JSON.stringify(reply)}`);
  return JSON.parse(JSON.stringify(reply.result));
}

async function run(line: string): Promise<string> {
  const parsed = parseWords(wordsOf(line));
  if (parsed.kind !== "command") throw new Error(`${line}: ${JSON.stringify(parsed)}`);
  const { command, request } = parsed;
  let printed = "";
  const session = {
    environment: {},
    ask,
    show: () => undefined,
    print: (text: string) => {
      printed += text;
    },
    askSecret: async () => "",
    untilStopped: () => new AbortController().signal,
  };
  const result = command.conduct
    ? await command.conduct(session, request.input)
    : await ask(request.command, request.input);
  return printed + command.toText(result);
}

async function sell(): Promise<void> {
  const { system } = platform;
  const { partner } = await createPartner(system, { code: "acme", name: "Acme", revsharePct: 20 });
  const partnerId = partner.id;
  await changePayoutDetails(system, { partnerId, ...DETAILS });
  const money = { floor: 0, defaultRetail: 0, currency: "EUR" };
  const { id: productId } = await saveProduct(system, { code: "basic", name: "Basic", ...money });
  const input = { partnerId, email: "ada@example.com", metadata: {} };
  const { id: customerId } = await createCustomer(system, input);
  const occurredAt = new Date("2026-10-10T12:00:00Z");
  const sale = { id: "chg_1", externalId: "x-1", amount: 10_000, currency: "EUR", occurredAt };
  await platform.wiring.core.transact((tx) =>
    tx.charge.create({ data: { ...sale, partnerId, customerId, productId } }),
  );
}

it("the documented commands close a month, pay it and save the statement", async () => {
  await sell();
  const { db } = platform.system;
  const out = join(temporaryFolder("month-end"), "statement.pdf");
  const outputs = new Map<string, string>();
  for (const line of documented()) {
    const [payout, transfer] = [await db.payout.findFirst(), await db.transfer.findFirst()];
    const given = line
      .replace("po_...", payout?.id ?? "po_none")
      .replace("tr_...", transfer?.id ?? "tr_none")
      .replace("statement.pdf", out);
    outputs.set(line.split(" ").slice(0, 2).join(" "), await run(given));
  }
  expect(outputs.get("payout preview")).toMatch(/acme +EUR +€100\.00 +20% +€20\.00 +open/);
  expect(outputs.get("charge list")).toContain("x-1");
  expect(outputs.get("transfer due")).toContain("acme");
  expect(outputs.get("transfer csv")).toContain("DE89370400440532013000");
  expect(outputs.get("transfer mark")).toBe("Marked transfer LK-1 as paid (reference: SEPA-1101).");
  expect(outputs.get("transfer statement")).toBe(`Saved statement LK-1 as ${out}.`);
  expect(outputs.get("term create")).toContain("From 2027-01 on: 22.5%");
  expect(readFileSync(out).subarray(0, 5).toString()).toBe("%PDF-");
  expect(await db.payout.findMany()).toMatchObject([{ status: "paid", amount: 2_000n }]);
});
