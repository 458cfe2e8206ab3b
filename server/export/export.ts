import type { z } from "zod";
import { ownPartnerId } from "../core/kernel/access";
import type { Ctx } from "../core/kernel/actor";
import { checked } from "../core/kernel/checked";
import { fail, refuse } from "../core/kernel/errors";
import type { Page } from "../core/kernel/paging";
import { snakeCase } from "../core/kernel/wire";
import { BYTE_ORDER_MARK, type Cell, csvLine } from "../core/values/csv";

/** Rows per page: enough for speed, few enough not to delay other queries. */
export const ROWS_AT_ONCE = 1_000;

type Blocks<Row> = Promise<Page<Row>> | AsyncIterable<readonly Row[]>;

type Definition<Query, Row, PartnerId> = {
  /** The same filter as the list in the dashboard. */
  query: z.ZodType<Query>;
  /**
   * Reads one page of core's list, or all of it in blocks, at least one. `partnerId`: the partner of
   * the rows; null: all partners.
   */
  read: (
    call: { ctx: Ctx; partnerId: PartnerId },
    query: Query & { cursor: string | undefined; limit: number },
  ) => Blocks<Row>;
  /** The column titles, and the cell of a row in each. */
  columns: Readonly<Record<string, (row: Row) => Cell>>;
  /** Text for a last line, in its first column, about rows that the list does not have. */
  footer?: (call: { ctx: Ctx; partnerId: PartnerId }, query: Query) => Promise<string | null>;
};

/** Runs an export; yields a block of lines for each page. */
export type Export = (ctx: Ctx, query: Record<string, string>) => AsyncGenerator<string, void>;

/** An export of one partner's rows, for its people and for operators. */
export function partnerExport<Query, Row>(definition: Definition<Query, Row, string>): Export {
  return make(definition, ({ actor }) => ownPartnerId(actor) ?? fail("not_found", NO_PARTNER));
}

/** An export for operators only. */
export function operatorExport<Query, Row>(definition: Definition<Query, Row, null>): Export {
  return make(definition, ({ actor }) => {
    if (actor.kind !== "operator" || ownPartnerId(actor) !== null) fail("forbidden");
    return null;
  });
}

type Value = Cell | Date | Readonly<Record<string, string>>;

/** A column for each field of a schema, named as in the API. */
export function schemaColumns<Field extends string>(schema: {
  shape: Readonly<Record<Field, unknown>>;
}) {
  const columns = new Map<string, (row: Readonly<Record<Field, Value>>) => Cell>();
  for (const field in schema.shape) columns.set(snakeCase(field), (row) => cellOf(row[field]));
  return Object.fromEntries(columns);
}

function cellOf(value: Value): Cell {
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object" || value === null) return value;
  return Object.keys(value).length > 0 ? JSON.stringify(value) : null;
}

const NO_PARTNER = { message: "No partner specified." };

function make<Query, Row, PartnerId>(
  { query: schema, columns, read, footer }: Definition<Query, Row, PartnerId>,
  partnerOf: (ctx: Ctx) => PartnerId,
): Export {
  const cells = Object.values(columns);
  return async function* run(ctx, given) {
    const call = { ctx, partnerId: partnerOf(ctx) };
    const query = parse(schema, given);
    let head = BYTE_ORDER_MARK + csvLine(Object.keys(columns));
    for await (const rows of blocksOf((page) => read(call, { ...query, ...page }))) {
      const lines = rows.map((row) => csvLine(cells.map((cell) => cell(row))));
      yield head + lines.join("");
      head = "";
    }
    const note = await footer?.(call, query);
    if (note) yield csvLine([note, ...cells.slice(1).map(() => null)]);
  };
}

async function* blocksOf<Row>(
  read: (page: { cursor: string | undefined; limit: number }) => Blocks<Row>,
): AsyncGenerator<readonly Row[], void> {
  let cursor: string | undefined;
  do {
    const found = read({ cursor, limit: ROWS_AT_ONCE });
    if (Symbol.asyncIterator in found) return yield* found;
    const page = await found;
    yield page.data;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

function parse<Query>(schema: z.ZodType<Query>, given: Record<string, string>): Query {
  const result = checked(schema, given);
  return "value" in result ? result.value : refuse(...result.issues);
}
