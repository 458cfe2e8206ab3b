import { BYTE_ORDER_MARK, type Cell, csvLine } from "../values/csv";
import { decimalOf } from "../values/currencies";
import type { Statement, StatementLine } from "./statement-schema";

/** The columns, named as in the API, and the cell of a line in each. */
const COLUMNS: Readonly<Record<string, (line: StatementLine, of: Statement) => Cell>> = {
  title: (_, { title }) => title,
  number: (_, { number }) => number,
  issued_at: (_, { issuedAt }) => issuedAt.toISOString(),
  status: (_, { status }) => status,
  issuer: (_, { issuer }) => issuer?.name ?? null,
  recipient: (_, { recipient }) => recipient.name,
  kind: ({ kind }) => kind,
  period: ({ period }) => period,
  payout_id: ({ payoutId }) => payoutId,
  product: ({ product }) => product?.code ?? null,
  product_name: ({ product }) => product?.name ?? null,
  percent: ({ percent }) => percent,
  charges: ({ charges }, { currency }) => amount(charges, currency),
  refunded: ({ refunded }, { currency }) => amount(refunded, currency),
  net: ({ net }, { currency }) => amount(net, currency),
  share: ({ share }, { currency }) => amount(share, currency),
  currency: (_, { currency }) => currency,
};

const amount = (minorUnits: number | null, currency: string): Cell =>
  minorUnits === null ? null : decimalOf(minorUnits, currency);

/** The lines of a statement for spreadsheets. The sum of the column `share` is the total. */
export function statementCsv(statement: Statement): string {
  const cells = Object.values(COLUMNS);
  const rows = statement.lines.map((line) => csvLine(cells.map((cell) => cell(line, statement))));
  return BYTE_ORDER_MARK + csvLine(Object.keys(COLUMNS)) + rows.join("");
}
