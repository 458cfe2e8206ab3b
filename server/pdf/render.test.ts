import { expect, it } from "vitest";
import { STATEMENT_EXAMPLE, type Statement } from "../core/transfers/statement-schema";
import { renderStatement } from "./render";

const [LINE] = STATEMENT_EXAMPLE.lines;
if (!LINE) throw new Error("the example has a line");

async function render(change: Partial<Statement> = {}) {
  const bytes = await renderStatement({ ...STATEMENT_EXAMPLE, ...change }, { client: null });
  const text = Buffer.from(bytes).toString("latin1");
  return { bytes, pages: [...text.matchAll(/\/Type \/Page\b/g)].length, text };
}

it("is a PDF of one page, the same each time", async () => {
  const [one, other] = [await render(), await render()];
  expect(one.text.slice(0, 5)).toBe("%PDF-");
  expect(one.pages).toBe(1);
  expect(Buffer.from(one.bytes).equals(Buffer.from(other.bytes))).toBe(true);
});

it("draws 500 lines on many pages, and the largest amounts in smaller letters", async () => {
  const lines = Array.from({ length: 500 }, (_, index) => ({
    ...LINE,
    product: { code: `p${index}`, name: `Product ${index} ${"of a long name ".repeat(index % 6)}` },
    charges: Number.MAX_SAFE_INTEGER,
    net: Number.MAX_SAFE_INTEGER,
    share: index % 2 ? -index : Number.MAX_SAFE_INTEGER,
  }));
  expect((await render({ lines })).pages).toBeGreaterThan(10);
});

it("draws names of any script, half-written data and no issuer", async () => {
  const name = "株式会社テスト 한국 שלום עולם شارع الملك Ελληνική Москва देवनागरी 😀";
  const recipient = {
    name: `${name} ${"W".repeat(140)}`,
    address: "1\n".repeat(250),
    taxNumber: null,
    holder: null,
    account: null,
  };
  const bare = { issuer: null, taxNote: null, reference: null, settledAt: null, lines: [] };
  for (const status of ["pending", "sent", "failed", "canceled", "paid"] as const) {
    expect((await render({ ...bare, recipient, status })).pages).toBeGreaterThan(0);
  }
  const odd = { ...LINE, product: { code: "x", name }, kind: "carried_over" } as const;
  expect((await render({ recipient, lines: [odd], taxNote: "long ".repeat(100) })).pages).toBe(2);
});

it("takes turns: no more than four of a partner wait", async () => {
  const jobs = Array.from({ length: 10 }, () =>
    renderStatement(STATEMENT_EXAMPLE, { client: "prt_1" }).then(
      () => "done",
      ({ code }) => code,
    ),
  );
  const outcomes = await Promise.all(jobs);
  expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(4);
  expect(outcomes.filter((outcome) => outcome === "unavailable")).toHaveLength(6);
  expect(await renderStatement(STATEMENT_EXAMPLE, { client: "prt_1" })).toBeInstanceOf(Uint8Array);
});
