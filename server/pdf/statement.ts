import type { Statement } from "../core/transfers/statement-schema";
import {
  isVoid,
  NO_ISSUER,
  NOTICES,
  PARTIES,
  SETTLED_ON,
  TAX_NUMBER,
  TITLES,
} from "../core/transfers/statement-titles";
import { moneyText } from "../core/values/currencies";
import { month } from "../core/values/phrases";
import { BOTTOM, DIM, LEFT, MAIN, type Sheet, SMALL, WIDTH } from "./sheet";
import { drawLines, drawSums } from "./statement-lines";

const TITLE = { size: 18, weight: "bold" } as const;
const STRONG = { size: 9, weight: "bold" } as const;
const DATE = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });

/** Repeated at the foot of each page of a statement that pays nothing. */
const VOID = { failed: " · Not paid", canceled: " · Canceled", pending: "", sent: "", paid: "" };

export const titleOf = ({ title }: Statement): string => TITLES[title];

/** Draws the whole statement. Gives way to other work between its lines. */
export async function drawStatement(sheet: Sheet, statement: Statement): Promise<void> {
  let y = drawHead(sheet, statement);
  await sheet.writer.breathe();
  y = drawNotice(sheet, statement, y);
  y = drawParties(sheet, statement, y + 20);
  await sheet.writer.breathe();
  y = drawFacts(sheet, statement, y + 18);
  y = await drawLines(sheet, statement, y + 20);
  y = drawSums(sheet, statement, y);
  drawNotes(sheet, statement, y + 24);
  drawFeet(sheet, statement);
}

function drawHead({ writer, top }: Sheet, statement: Statement): number {
  const half = WIDTH / 2 - 10;
  const total = moneyText(statement.total, statement.currency);
  const right = { x: LEFT + half + 20, y: top, width: half, align: "right" } as const;
  const end = writer.draw(titleOf(statement), { x: LEFT, y: top, width: half }, TITLE);
  writer.draw(total, right, TITLE);
  return writer.draw(statement.number, { x: LEFT, y: end, width: half }, { size: 10, color: DIM });
}

function drawNotice({ writer, doc }: Sheet, { status }: Statement, y: number): number {
  const text = NOTICES[status];
  if (text === null) return y;
  const height = writer.heightOf(text, STRONG, WIDTH - 24) + 14;
  doc
    .rect(LEFT, y + 14, WIDTH, height)
    .lineWidth(0.7)
    .stroke("#bbbbbb");
  doc.rect(LEFT, y + 14, 3, height).fill(isVoid(status) ? "#c92a2a" : "#888888");
  writer.draw(text, { x: LEFT + 14, y: y + 21, width: WIDTH - 24 }, STRONG);
  return y + 14 + height;
}

const MAX_LINES = 10;

/** A text that would fill pages with its line breaks goes on in one line. */
function folded(text: string): string {
  const lines = text.split("\n");
  const rest = lines.slice(MAX_LINES - 1).filter((line) => line.trim() !== "");
  return [...lines.slice(0, MAX_LINES - 1), rest.join(", ")].join("\n").trimEnd();
}

type Party = { label: string; name: string; address: string | null; taxNumber: string | null };

function drawParties(
  { writer }: Sheet,
  { title, issuer, recipient }: Statement,
  y: number,
): number {
  const width = WIDTH / 2 - 12;
  const parties: Party[] = [
    {
      label: PARTIES[title].issuer,
      name: issuer?.name ?? NO_ISSUER,
      address: issuer?.address ?? null,
      taxNumber: issuer?.taxNumber ?? null,
    },
    { label: PARTIES[title].recipient, ...recipient },
  ];
  const ends = parties.map(({ label, name, address, taxNumber }, index) => {
    const place = { x: LEFT + index * (width + 24), width };
    let end = writer.draw(label, { ...place, y }, { ...SMALL, color: DIM });
    end = writer.draw(name, { ...place, y: end }, STRONG);
    if (address !== null) end = writer.draw(folded(address), { ...place, y: end }, MAIN);
    if (taxNumber === null) return end;
    return writer.draw(`${TAX_NUMBER}: ${taxNumber}`, { ...place, y: end }, MAIN);
  });
  return Math.max(...ends);
}

function factsOf({ issuedAt, period, recipient, status, settledAt, reference }: Statement) {
  const settled = SETTLED_ON[status];
  const { from, to } = period;
  return [
    ["Issued on", DATE.format(issuedAt)],
    from === to ? ["Month", month(from)] : ["Months", `${month(from)} – ${month(to)}`],
    recipient.account === null ? null : ["Account", recipient.account],
    settled !== null && settledAt !== null ? [settled, DATE.format(settledAt)] : null,
    reference === null ? null : ["Reference", reference],
  ].filter((fact) => fact !== null) as [string, string][];
}

/** Three to a row. */
function drawFacts({ writer, doc }: Sheet, statement: Statement, top: number): number {
  const width = WIDTH / 3 - 10;
  const rule = (y: number) =>
    doc
      .moveTo(LEFT, y)
      .lineTo(LEFT + WIDTH, y)
      .lineWidth(0.5)
      .stroke("#bbbbbb");
  rule(top);
  const facts = factsOf(statement);
  let y = top + 8;
  for (let first = 0; first < facts.length; first += 3) {
    const ends = facts.slice(first, first + 3).map(([label, value], column) => {
      const place = { x: LEFT + column * (width + 15), width };
      const end = writer.draw(label, { ...place, y }, { ...SMALL, color: DIM });
      return writer.draw(value, { ...place, y: end }, MAIN);
    });
    y = Math.max(...ends) + 8;
  }
  rule(y);
  return y;
}

const MISSING = "Some characters can't be printed here. The dashboard shows them.";

function drawNotes(sheet: Sheet, { taxNote, issuer }: Statement, top: number): void {
  const { writer } = sheet;
  const notes = [
    taxNote === null ? null : { text: folded(taxNote), style: MAIN },
    issuer?.email
      ? { text: `Questions? Contact ${issuer.email}`, style: { ...MAIN, color: DIM } }
      : null,
    writer.hasMissing() ? { text: MISSING, style: { ...SMALL, color: DIM } } : null,
  ].filter((note) => note !== null);
  let y = top;
  for (const { text, style } of notes) {
    const height = writer.heightOf(text, style, WIDTH);
    if (y + height > BOTTOM) y = sheet.addPage();
    y = writer.draw(text, { x: LEFT, y, width: WIDTH }, style) + 10;
  }
}

function drawFeet({ doc, writer }: Sheet, statement: Statement): void {
  const { start, count } = doc.bufferedPageRange();
  const { status, number } = statement;
  const style = { ...SMALL, color: DIM };
  for (let index = 0; index < count; index++) {
    doc.switchToPage(start + index);
    const place = { x: LEFT, y: BOTTOM + 18, width: WIDTH };
    writer.draw(
      `${titleOf(statement)} ${number}${VOID[status]}`,
      { ...place, width: WIDTH - 90 },
      style,
    );
    writer.draw(`Page ${index + 1} of ${count}`, { ...place, align: "right" }, style);
  }
}
