import { expect, it } from "vitest";
import { openClientStand, rejectionOf } from "./testing/client-stand";

const stand = await openClientStand();

it("returns a statement as a file, beside the same as JSON, and throws the API's errors", async () => {
  const { partner, latchkey } = await stand.newClient();
  const transfer = await stand.newTransfer(partner);
  const { total } = await latchkey.transfers.statement(transfer);
  const csv = await latchkey.transfers.statementFile(transfer, "text/csv");
  expect(new TextDecoder().decode(csv)).toMatch(/title,number,.*,USD\r\n$/s);
  const pdf = await latchkey.transfers.statementFile(transfer, "application/pdf");
  expect(new TextDecoder().decode(pdf.subarray(0, 5))).toBe("%PDF-");
  expect((await latchkey.transfers.statement(transfer)).total).toBe(total);
  const missing = await rejectionOf(latchkey.transfers.statementFile("tr_x", "text/csv"));
  expect(missing).toMatchObject({ code: "not_found", status: 404 });
});
