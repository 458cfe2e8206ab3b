import type { Statement, StatementLine } from "../core/transfers/statement-schema";
import { ALL_PRODUCTS, KINDS, sumsOf } from "../core/transfers/statement-titles";
import { decimalOf, moneyText } from "../core/values/currencies";
import { month } from "../core/values/phrases";
import { BOTTOM, DIM, LEFT, type Sheet, SMALL, WIDTH } from "./sheet";
import type { Style } from "./writer";

const GAP = 14;
const PADDING = 3;
const MIN_NAME = 120;
const SIZES = [8.5, 7.5, 6.5, 5.5];

const HEADS = ["Charges", "Refunds", "Net revenue", "Share", "Amount"];

type Table = {
  style: Style;
  /** The width of the name, and of the other columns. */
  name: number;
  columns: number[];
  currency: string;
};

/** `1,299.50`, without the currency. */
function amountText(minorUnits: number, currency: string): string {
  const [whole = "", fraction] = decimalOf(Math.abs(minorUnits), currency).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${minorUnits < 0 ? "−" : ""}${grouped}${fraction === undefined ? "" : `.${fraction}`}`;
}

function cellsOf({ charges, refunded, net, percent, share }: StatementLine, currency: string) {
  const amount = (value: number | null) => (value === null ? "—" : amountText(value, currency));
  const shown = percent === null ? "—" : `${percent}%`;
  return [amount(charges), amount(refunded), amount(net), shown, amount(share)];
}

/** The widths that the content needs, in the largest size that fits. */
function tableOf({ writer }: Sheet, { lines, currency }: Statement): Table {
  // The widest of each column is among the longest texts.
  const longest = HEADS.map((head, column) => {
    const texts = new Map<number, string>();
    for (const line of lines) {
      const text = cellsOf(line, currency)[column] ?? "";
      texts.set(text.length, text);
    }
    return [head, texts.get(Math.max(0, ...texts.keys())) ?? ""];
  });
  let table: Table | null = null;
  for (const size of SIZES) {
    const style = { size };
    const columns = longest.map((texts) =>
      Math.max(...texts.map((text) => writer.measure(text.replace(/\d/g, "0"), style))),
    );
    const used = columns.reduce((sum, width) => sum + width + GAP, 0);
    table = { style, name: WIDTH - used, columns, currency };
    if (table.name >= MIN_NAME) break;
  }
  return table ?? { style: { size: 8.5 }, name: WIDTH, columns: [], currency };
}

/** Draws a row of the table, and returns its end. */
function drawRow(
  { writer }: Sheet,
  table: Table,
  row: { y: number; name: string; cells: string[]; style?: Style },
): number {
  const style = { ...table.style, ...row.style };
  const y = row.y + PADDING;
  const end = writer.draw(row.name, { x: LEFT, y, width: table.name }, style);
  let x = LEFT + table.name;
  for (const [index, cell] of row.cells.entries()) {
    const width = table.columns[index] ?? 0;
    writer.draw(cell, { x: x + GAP - 2, y, width: width + 2, align: "right" }, style);
    x += GAP + width;
  }
  return end + PADDING;
}

function drawHeads(sheet: Sheet, table: Table, y: number): number {
  const style = { color: DIM, size: Math.min(7.5, table.style.size) };
  const name = `Product (amounts in ${table.currency})`;
  const end = drawRow(sheet, table, { y, name, cells: HEADS, style });
  sheet.doc
    .moveTo(LEFT, end)
    .lineTo(LEFT + WIDTH, end)
    .lineWidth(0.5)
    .stroke("#bbbbbb");
  return end + 2;
}

/** Draws the lines below `top`, on as many pages as they need, and returns their end. */
export async function drawLines(sheet: Sheet, statement: Statement, top: number): Promise<number> {
  const table = tableOf(sheet, statement);
  const nameOf = ({ product }: StatementLine) => product?.name ?? ALL_PRODUCTS;
  let y = drawHeads(sheet, table, top);
  let group = "";
  for (const line of statement.lines) {
    await sheet.writer.breathe();
    const kind = KINDS[line.kind];
    const own = `${month(line.period)}${kind === null ? "" : `, ${kind}`}`;
    const height = sheet.writer.heightOf(nameOf(line), table.style, table.name) + 2 * PADDING;
    const isNew = own !== group;
    const needed = height + (isNew ? 26 : 0);
    const isFull = y + needed > BOTTOM;
    if (isFull) y = drawHeads(sheet, table, sheet.addPage());
    if (isNew || isFull)
      y = drawMonth(sheet, table, { y, text: isNew ? own : `${own} (continued)` });
    group = own;
    y = drawRow(sheet, table, { y, name: nameOf(line), cells: cellsOf(line, statement.currency) });
  }
  return y;
}

function drawMonth({ writer }: Sheet, { style }: Table, { y, text }: { y: number; text: string }) {
  const bold = { ...style, weight: "bold" } as const;
  return writer.draw(text, { x: LEFT, y: y + 8, width: WIDTH }, bold) + PADDING;
}

/** Draws the sums and the total, together on one page, and returns their end. */
export function drawSums(sheet: Sheet, statement: Statement, top: number): number {
  const { writer, doc } = sheet;
  const { currency, total, totalInWords } = statement;
  const rows: [string, number, Style][] = [
    ...sumsOf(statement).map(({ label, sum }): [string, number, Style] => [
      label,
      sum,
      { size: 9 },
    ]),
    ["Total", total, { size: 11, weight: "bold" }],
  ];
  const words = { ...SMALL, color: DIM };
  const height = rows.length * 18 + writer.heightOf(totalInWords, words, WIDTH) + 16;
  let y = top + height > BOTTOM ? sheet.addPage() : top + 6;
  doc
    .moveTo(LEFT, y)
    .lineTo(LEFT + WIDTH, y)
    .lineWidth(0.5)
    .stroke("#bbbbbb");
  y += 8;
  for (const [label, sum, style] of rows) {
    writer.draw(label, { x: LEFT, y, width: WIDTH / 2 }, style);
    const money = moneyText(sum, currency).replace("-", "−");
    y = writer.draw(money, { x: LEFT + WIDTH / 2, y, width: WIDTH / 2, align: "right" }, style) + 3;
  }
  return writer.draw(totalInWords, { x: LEFT, y, width: WIDTH, align: "right" }, words);
}
