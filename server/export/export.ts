import type { z } from "zod";
import { ownPartnerId } from "../core/access";
import type { Ctx } from "../core/actor";
import { fail, refuse } from "../core/errors";
import type { Page } from "../core/paging";
import { BYTE_ORDER_MARK, type Cell, csvLine } from "./csv";

/** How many rows are read at once: enough to be quick, few enough that nobody else waits. */
export const ROWS_AT_ONCE = 1_000;

type Audience = "partner" | "operator" | "everyone";

/** Who asks, and whose rows they get; null: everyone's, for operators. */
export type ExportCall<PartnerId> = { ctx: Ctx; partnerId: PartnerId };

type Definition<Query, Row, PartnerId> = {
  /** The filter, as the list in the dashboard has it. */
  query: z.ZodType<Query>;
  /** The heads of the columns, and what stands in them. */
  columns: Readonly<Record<string, (row: Row) => Cell>>;
  /** One page of core's list; called with the cursor of the page before until there is none. */
  read: (
    call: ExportCall<PartnerId>,
    query: Query,
    cursor: string | undefined,
  ) => Promise<Page<Row>>;
};

/** An export, ready to run: its lines in blocks, one for each page. */
export type Export = {
  audience: Audience;
  columns: readonly string[];
  run: (ctx: Ctx, query: Record<string, string>) => AsyncGenerator<string, void>;
};

/** An export of a partner's own rows, to its people. */
export function partnerExport<Query, Row>(definition: Definition<Query, Row, string>): Export {
  return make("partner", definition, ({ actor }) =>
    actor.kind === "user" || actor.kind === "onlooker" ? actor.partnerId : fail("forbidden"),
  );
}

/** An export of what only operators see. */
export function operatorExport<Query, Row>(definition: Definition<Query, Row, null>): Export {
  return make("operator", definition, ({ actor }) =>
    actor.kind === "operator" ? null : fail("forbidden"),
  );
}

/** An export that operators get of everyone, and a partner's people of their own. */
export function sharedExport<Query, Row>(
  definition: Definition<Query, Row, string | null>,
): Export {
  return make("everyone", definition, ({ actor }) => ownPartnerId(actor));
}

function make<Query, Row, PartnerId>(
  audience: Audience,
  { query: schema, columns, read }: Definition<Query, Row, PartnerId>,
  partnerOf: (ctx: Ctx) => PartnerId,
): Export {
  const cells = Object.values(columns);
  async function* run(ctx: Ctx, given: Record<string, string>) {
    const call = { ctx, partnerId: partnerOf(ctx) };
    const query = parse(schema, given);
    let head = BYTE_ORDER_MARK + csvLine(Object.keys(columns));
    let page: Page<Row> | undefined;
    do {
      page = await read(call, query, page?.nextCursor ?? undefined);
      const lines = page.data.map((row) => csvLine(cells.map((cell) => cell(row))));
      yield head + lines.join("");
      head = "";
    } while (page.nextCursor !== null);
  }
  return { audience, columns: Object.keys(columns), run };
}

function parse<Query>(schema: z.ZodType<Query>, given: Record<string, string>): Query {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  return refuse(...issues.map(({ path, message }) => ({ path: path.join("."), message })));
}
