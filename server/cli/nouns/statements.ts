import { z } from "zod";
import { TransfersMark } from "../../core/transfers/schema";
import { Statement } from "../../core/transfers/statement-schema";
import { moneyText } from "../../core/values/currencies";
import { command } from "../command";
import { internal } from "../fields";
import { listing, minute, table } from "../table";

const TransferId = TransfersMark.shape.transferIds.element;
/** How a file is stored, by the end of its name. */
const FORMAT_NAMES = ["pdf", "csv"] as const;
type Format = (typeof FORMAT_NAMES)[number];

const formatOf = (file: string): Format | undefined =>
  FORMAT_NAMES.find((format) => file.toLowerCase().endsWith(`.${format}`));

const Shown = Statement.extend({
  issuedAt: z.coerce.date(),
  sentAt: z.coerce.date().nullable(),
  settledAt: z.coerce.date().nullable(),
});
type Shown = z.infer<typeof Shown>;

const Read = z.object({
  statement: Shown,
  /** The content of a file, in Base64; null if none was requested. */
  content: z.string().nullable(),
});

const FILES: Record<Format, (of: Statement) => Promise<Uint8Array>> = {
  csv: async (of) => {
    const { statementCsv } = await import("../../core/transfers/statement-csv");
    return Buffer.from(statementCsv(of));
  },
  pdf: async (of) => {
    const { renderStatement } = await import("../../pdf/render");
    return renderStatement(of, { client: null });
  },
};

const read = command({
  name: "transfer statement-read",
  summary: "internal step of a statement",
  options: {
    transferId: internal(TransferId),
    format: internal(z.enum(FORMAT_NAMES).optional()),
  },
  output: Read,
  run: async (call, { transferId, format }) => {
    const { getStatement } = await import("../../core/transfers/statement");
    const statement = await getStatement(call, { transferId });
    if (format === undefined) return { statement, content: null };
    const bytes = await FILES[format](statement);
    return { statement, content: Buffer.from(bytes).toString("base64") };
  },
  render: () => "",
});

const statement = command({
  name: "transfer statement",
  summary: "show the statement of a transfer, or save it as a file",
  args: {
    transferId: {
      shown: "TRANSFER_ID",
      about: "transfer ID, as shown by `transfer list`",
      is: TransferId,
    },
  },
  options: {
    out: {
      shown: "FILE",
      about: `file to write, which ends in .${FORMAT_NAMES.join(" or .")}`,
      is: z
        .string()
        .refine((file) => formatOf(file) !== undefined, {
          error: `Must end in .${FORMAT_NAMES.join(" or .")}.`,
        })
        .optional(),
    },
  },
  example: "latchkey transfer statement tr_01jd5n8k3v0000000000000000 --out statement.pdf",
  output: Shown.extend({ file: z.string().nullable() }),
  conduct: async (session, { transferId, out }) => {
    const format = out === undefined ? undefined : formatOf(out);
    const words = { transferId, ...(format && { format }) };
    const found = Read.parse(await session.ask("transfer statement-read", words));
    if (out !== undefined && found.content !== null) {
      const { writeFile } = await import("node:fs/promises");
      await writeFile(out, Buffer.from(found.content, "base64"));
    }
    return { ...found.statement, file: out ?? null };
  },
  render: ({ file, ...shown }) =>
    file === null ? textOf(shown) : `Saved statement ${shown.number} as ${file}.`,
});

const KINDS = { carried_over: "carried over", payout: "-", adjustment: "adjustment" } as const;

function textOf(of: Shown): string {
  const money = (amount: number) => moneyText(amount, of.currency);
  return [
    listing([
      ["title", of.title.replaceAll("_", " ")],
      ["statement", of.number],
      ["issued", minute(of.issuedAt)],
      ["status", of.status],
      ["issuer", of.issuer?.name ?? "- (see: latchkey issuer set)"],
      ["recipient", of.recipient.name],
      ["months", `${of.period.from} to ${of.period.to}`],
      ["carried over", money(of.carriedOver)],
      ["payouts", money(of.payouts)],
      ["adjustments", money(of.adjustments)],
      ["total", `${money(of.total)} (${of.totalInWords})`],
      ["taxes", of.taxNote?.replaceAll("\n", " ") ?? "-"],
    ]),
    table(of.lines, [
      { title: "MONTH", cell: ({ period }) => period },
      { title: "PRODUCT", cell: ({ product }) => product?.code ?? "all" },
      { title: "SHARE", cell: ({ percent }) => (percent === null ? "-" : `${percent}%`) },
      { title: "NET", cell: ({ net }) => money(net) },
      { title: "AMOUNT", cell: ({ share }) => money(share) },
      { title: "NOTE", cell: ({ kind }) => KINDS[kind] },
    ]),
  ].join("\n\n");
}

export const STATEMENT_COMMANDS = [statement];
export const STATEMENT_STEPS = [read];
