import { expect, it } from "vitest";
import { newPayee, payingPlatformForTests } from "../../core/transfers/testing/owed";
import { steppingClock } from "../../testing/platform";

const clock = steppingClock(new Date("2026-03-15T10:00:00.000Z"));
const platform = await payingPlatformForTests(clock);

async function newReader() {
  const payee = await newPayee(platform);
  const { plaintext } = await platform.newKey(payee.partner, { scopes: ["payouts:read"] });
  const get = async (path: string) => {
    const response = await platform.call(path, { key: plaintext });
    return { status: response.status, body: await response.json() };
  };
  return { ...payee, get };
}

it("returns a transfer with its payouts, and payouts with their transfer", async () => {
  const { owe, transferDue, mark, get } = await newReader();
  const payoutId = await owe(12_345);
  const { id, statementNumber } = await transferDue();
  await mark(id, "paid", "SEPA 1");
  const at = "2026-03-15T10:00:00.000Z";
  const { body } = await get(`/transfers/${id}`);
  const { payouts, ...transfer } = body;
  expect(transfer).toEqual({
    id,
    statement_number: statementNumber,
    statement: String(statementNumber),
    currency: "EUR",
    amount: 12_345,
    status: "paid",
    reference: "SEPA 1",
    created_at: at,
    sent_at: null,
    settled_at: at,
  });
  const followed = { id: payoutId, transfer_id: id, status: "paid", reference: "SEPA 1" };
  expect(payouts).toMatchObject([{ ...followed, settled_at: at }]);
  expect((await get(`/payouts/${payoutId}`)).body).toMatchObject(followed);
  // Neither the account nor anything that was masked.
  expect(JSON.stringify(body)).not.toMatch(/DE89|Acme/);
});

it("a payout names the transfer by which it failed, until it is marked or transferred again", async () => {
  const { owe, transferDue, mark, cancel, get } = await newReader();
  const payoutId = await owe(100);
  const transferOf = async () => (await get(`/payouts/${payoutId}`)).body.transfer_id;
  expect(await transferOf()).toBeNull();
  const canceled = await transferDue();
  expect(await transferOf()).toBe(canceled.id);
  await cancel(canceled.id);
  expect(await transferOf()).toBeNull();
  const failed = await transferDue();
  await mark(failed.id, "failed");
  expect(await transferOf()).toBe(failed.id);
  clock.advance(1_000);
  const next = await transferDue();
  expect(await transferOf()).toBe(next.id);
});

it("lists by status and currency, and never another partner's", async () => {
  const { owe, transferDue, get } = await newReader();
  await owe(10);
  await owe(20, "USD");
  const [euro, dollar] = [await transferDue(), await transferDue("USD")];
  const ids = async (query: string) =>
    (await get(`/transfers${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect((await ids("")).sort()).toEqual([euro.id, dollar.id].sort());
  expect(await ids("?currency=USD&status=pending")).toEqual([dollar.id]);
  expect(await ids("?status=paid")).toEqual([]);
  expect((await get("/transfers?status=gone")).status).toBe(422);
  const other = await newReader();
  expect((await other.get("/transfers")).body.data).toEqual([]);
});

it("returns a statement as JSON, and as CSV if that is preferred", async () => {
  const payee = await newPayee(platform);
  await payee.owe(12_345);
  const { id } = await payee.transferDue();
  const { plaintext: key } = await platform.newKey(payee.partner, { scopes: ["payouts:read"] });
  const get = (accept?: string, more = {}) =>
    platform.call(`/transfers/${id}/statement`, {
      key,
      headers: { ...(accept && { accept }), ...more },
    });
  const json = await get();
  expect(await json.json()).toMatchObject({ transfer_id: id, total: 12_345, carried_over: 0 });
  const isJson = [undefined, "*/*", "application/json", "text/html", "text/csv;q=0.5, */*", "x"];
  for (const accept of isJson) {
    const { headers } = await get(accept);
    expect([headers.get("content-type"), headers.get("vary")]).toEqual([
      "application/json",
      "Accept",
    ]);
  }
  const etag = json.headers.get("etag") ?? "";
  expect((await get(undefined, { "if-none-match": etag })).status).toBe(304);
  for (const accept of ["text/csv", "text/*", "application/json;q=0.1, TEXT/CSV"]) {
    const response = await get(accept, { "if-none-match": etag });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(response.headers.get("content-disposition")).toMatch(/filename="statement-\d+\.csv"$/);
    expect(await response.text()).toContain(",123.45,EUR\r\n");
  }
  const pdf = await get("application/pdf");
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  expect(pdf.headers.get("content-disposition")).toMatch(/\.pdf"$/);
  expect((await pdf.text()).slice(0, 5)).toBe("%PDF-");
  const missing = await platform.call("/transfers/tr_x/statement", {
    key,
    headers: { accept: "text/csv" },
  });
  expect([missing.status, await missing.json()]).toMatchObject([404, { code: "not_found" }]);
});
