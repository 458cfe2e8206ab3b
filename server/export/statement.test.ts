import { expect, it } from "vitest";
import type { Actor } from "../core/kernel/actor";
import { newPayee, payingPlatformForTests } from "../core/transfers/testing/owed";
import { handleStatement } from "./statement";

const platform = await payingPlatformForTests();

type Query = Record<string, string>;

async function newStatement() {
  const payee = await newPayee(platform);
  await payee.owe(1_250);
  const { id, statementNumber } = await payee.transferDue();
  const query = { partner: payee.partner.code, transferId: id, format: "csv" };
  return { ...payee, query, statementNumber };
}

function save(actor: Actor | null, query: Query, headers: Record<string, string> = {}) {
  const url = `http://latchkey.test/api/export/statement?${new URLSearchParams(query)}`;
  const { core } = platform.wiring;
  return handleStatement(new Request(url, { headers }), { core, actor, address: null });
}

it("saves a statement as CSV and PDF, for every role and operators", async () => {
  const { partner, query, statementNumber } = await newStatement();
  const people = (["viewer", "developer", "owner"] as const).map((role) =>
    platform.newPerson(partner, role),
  );
  for (const { actor } of await Promise.all([...people, platform.newOperator()])) {
    const response = await save(actor, query);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="statement-${statementNumber}.csv"`,
    );
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toContain(",12.50,EUR\r\n");
    const pdf = await save(actor, { ...query, format: "pdf" });
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    expect((await pdf.text()).slice(0, 5)).toBe("%PDF-");
  }
});

it("is refused without a session, to other partners, from other sites, and with other parameters", async () => {
  const { partner, query } = await newStatement();
  const { actor } = await platform.newPerson(partner, "owner");
  const other = await newStatement();
  const stranger = (await platform.newPerson(other.partner, "owner")).actor;
  expect((await save(null, query)).status).toBe(401);
  expect((await save(stranger, query)).status).toBe(404);
  // Their own page, and somebody else's statement.
  expect((await save(stranger, { ...query, partner: other.partner.code })).status).toBe(404);
  expect((await save(actor, query, { "sec-fetch-site": "cross-site" })).status).toBe(403);
  const wrong: Query[] = [
    {},
    { ...query, format: "exe" },
    { ...query, more: "1" },
    { ...query, transferId: "x".repeat(50) },
  ];
  for (const one of wrong) expect((await save(actor, one)).status).toBe(400);
  for (const transferId of ["tr_x", "\0"]) {
    expect((await save(actor, { ...query, transferId })).status).toBe(404);
  }
  const operator = (await platform.newOperator()).actor;
  const crossed = { ...query, transferId: other.query.transferId };
  expect((await save(operator, crossed)).status).toBe(404);
});
