import { table } from "../server/cli/table";
import { closePeriod } from "../server/core/payouts/close";
import { previewPeriod } from "../server/core/payouts/preview";
import { sumPayouts } from "../server/core/payouts/queries";
import { createTransfers, markTransfers } from "../server/core/transfers/mutations";
import { listDue, listTransfers, sumTransfers } from "../server/core/transfers/queries";
import { getStatement } from "../server/core/transfers/statement";
import { statementCsv } from "../server/core/transfers/statement-csv";
import type { Statement } from "../server/core/transfers/statement-schema";
import { renderStatement } from "../server/pdf/render";
import { startPostgres } from "../server/testing/postgres";
import { fillHome, HOME, MAX_HOME_MS } from "./money-home";
import { type MoneySize, type MoneyStage, openMoneyStage } from "./money-stage";
import { median, runBench, timeOf } from "./run";

const SMALL = { charges: 1_000, partners: 300 };
const LARGE = { charges: 1_000_000, partners: 2_000 };
const ROUNDS = 30;
const PAGE = 100;
/** As many as the console creates and marks in one request. */
const CREATED_AT_ONCE = 25;
const MARKED_AT_ONCE = 25;
/** The maximum of a step with a million charges and 2,000 partners. */
const MAX_MS = 1_000;
const LONGEST_MS = 30 * 60_000;

type Result = {
  name: string;
  small: readonly number[];
  large: readonly number[];
  /** Of the median of the large one; by default the longest must be below MAX_MS. */
  maxMedianMs?: number;
};
type Run = (stage: MoneyStage) => Promise<number[]>;

/** Each month is closed once. */
const closing: Run = async ({ ctx, periods }) => {
  const times: number[] = [];
  for (const period of periods) times.push(await timeOf(() => closePeriod(ctx, { period })));
  return times;
};

/** Pays all that is due, as the console does: so many in a request. */
const paying: Run = async ({ ctx }) => {
  const due = (await listDue(ctx, { partnerId: null })).filter(({ reason }) => reason === null);
  const items = due.map(({ partner, currency, amount }) => ({
    partnerId: partner.id,
    currency,
    amount,
  }));
  const times: number[] = [];
  for (let from = 0; from < items.length; from += CREATED_AT_ONCE) {
    const some = items.slice(from, from + CREATED_AT_ONCE);
    times.push(
      await timeOf(async () => {
        const outcomes = await createTransfers(ctx, { items: some });
        const refused = outcomes.find(({ reason }) => reason !== null);
        if (refused) throw new Error(`not created: ${refused.reason}`);
      }),
    );
  }
  return times;
};

const marking: Run = async ({ ctx }) => {
  const times: number[] = [];
  for (;;) {
    const query = { partnerId: null, status: "pending", limit: MARKED_AT_ONCE } as const;
    const { data } = await listTransfers(ctx, query);
    if (data.length === 0) return times;
    const input = {
      transferIds: data.map(({ id }) => id),
      status: "paid",
      reference: "B",
    } as const;
    times.push(await timeOf(() => markTransfers(ctx, input)));
  }
};

/** Reads that are repeated; each round asks both stages, so that other load slows down both. */
type Probe = { name: string; askOf: (stage: MoneyStage) => Promise<() => Promise<unknown>> };

const get = (name: string, path: string): Probe => ({
  name,
  askOf: async (stage) => () => stage.get(path),
});
const call = (name: string, ask: (stage: MoneyStage) => Promise<unknown>): Probe => ({
  name,
  askOf: async (stage) => () => ask(stage),
});

/** A list of the largest payout, which is that of a whole month. */
const ofPayout = (name: string, list: string): Probe => ({
  name,
  askOf: async (stage) => {
    const { data } = await stage.get(`/payouts?currency=EUR&period=${stage.periods[5]}`);
    return () => stage.get(`/payouts/${data[0]?.id}/${list}?limit=${PAGE}`);
  },
});

const OPEN: readonly Probe[] = [
  call("preview of a month", ({ ctx, periods }) =>
    previewPeriod(ctx, { period: periods[5] ?? "" }),
  ),
  call("what all partners are owed", ({ ctx }) => listDue(ctx, { partnerId: null })),
];
const LISTS: readonly Probe[] = [
  get("charges, page 1", `/charges?limit=${PAGE}`),
  {
    name: "charges, a page in the middle",
    askOf: async (stage) => {
      const before = `${stage.periods[6]}-01T00:00:00Z`;
      const { next_cursor } = await stage.get(`/charges?limit=${PAGE}&occurred_before=${before}`);
      return () =>
        stage.get(`/charges?limit=${PAGE}&occurred_before=${before}&cursor=${next_cursor}`);
    },
  },
  get("charges, refunds only", `/charges?limit=${PAGE}&type=refund`),
  get("charges, late ones (none)", `/charges?limit=${PAGE}&late=true`),
  get("charges of a product", `/charges?limit=${PAGE}&product=p3`),
  get("charges in a currency", `/charges?limit=${PAGE}&currency=USD`),
  ofPayout("charges of a payout", "charges"),
  ofPayout("lines of a payout", "lines"),
  get("payouts", `/payouts?limit=${PAGE}`),
  get("transfers", `/transfers?limit=${PAGE}`),
  get("metrics, 30 days by day", "/metrics"),
  call("transfers of all partners", ({ ctx }) =>
    listTransfers(ctx, { partnerId: null, limit: PAGE }),
  ),
  call("sums of all transfers", ({ ctx }) => sumTransfers(ctx, { partnerId: null })),
  call("sums of all payouts", ({ ctx }) => sumPayouts(ctx, { partnerId: null })),
];

/** The transfer of twelve months of the partner with all the charges. */
const ofTransfer = (name: string, ask: (statement: Statement) => Promise<unknown>): Probe => ({
  name,
  askOf: async (stage) => {
    const { data } = await stage.get(`/transfers?currency=EUR`);
    const transferId = data[0]?.id ?? "";
    return async () => ask(await getStatement(stage.ctx, { transferId }));
  },
});

const STATEMENTS: readonly Probe[] = [
  {
    name: "statement, as JSON",
    askOf: async (stage) => {
      const { data } = await stage.get(`/transfers?currency=EUR`);
      return () => stage.get(`/transfers/${data[0]?.id}/statement`);
    },
  },
  ofTransfer("statement, as its page reads it", async (statement) => statement),
  ofTransfer("statement, as CSV", async (statement) => statementCsv(statement)),
  ofTransfer("statement, as PDF", (statement) => renderStatement(statement, { client: null })),
];

async function measure({ name, askOf }: Probe, stages: [MoneyStage, MoneyStage]): Promise<Result> {
  const asks = [await askOf(stages[0]), await askOf(stages[1])];
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, ask] of asks.entries()) times[index]?.push(await timeOf(ask));
  }
  return { name, small: times[0], large: times[1] };
}

const longest = (times: readonly number[]) => Math.max(...times);
const shown = (times: readonly number[]) =>
  `${median(times).toFixed(1)} (${longest(times).toFixed(0)}) ms`;

function tableOf(results: readonly Result[]): string {
  return table(results, [
    { title: "median (longest)", cell: ({ name }) => name },
    { title: titleOf(SMALL), cell: ({ small }) => shown(small) },
    { title: titleOf(LARGE), cell: ({ large }) => shown(large) },
    { title: "ratio", cell: ({ small, large }) => (median(large) / median(small)).toFixed(2) },
    { title: "bound", cell: boundOf },
  ]);
}

const titleOf = ({ charges, partners }: MoneySize) =>
  `${charges.toLocaleString("en")} charges, ${partners.toLocaleString("en")} partners`;

const isShort = ({ large, maxMedianMs }: Result) =>
  maxMedianMs === undefined ? longest(large) < MAX_MS : median(large) < maxMedianMs;

function boundOf(result: Result): string {
  const { maxMedianMs } = result;
  const bound = maxMedianMs === undefined ? "< 1 s" : `median < ${maxMedianMs} ms`;
  return isShort(result) ? bound : `NOT ${bound}`;
}

/**
 * Compares the steps of a month's end, and the lists of money, with a thousand and a million charges.
 * Exit code 1: with a million, a step takes a second or longer.
 */
async function main(): Promise<number> {
  const say = (text: string) => void process.stderr.write(`${text}\n`);
  const postgres = await startPostgres();
  try {
    const small = await openMoneyStage(postgres.url, SMALL);
    say(`Filling a database with ${LARGE.charges.toLocaleString("en")} charges ...`);
    const large = await openMoneyStage(postgres.url, LARGE);
    const results: Result[] = [];
    const once = async (name: string, run: Run) => {
      say(`Measuring ${name} ...`);
      results.push({ name, small: await run(small), large: await run(large) });
    };
    const repeated = async (probes: readonly Probe[]) => {
      for (const probe of probes) {
        say(`Measuring ${probe.name} ...`);
        results.push(await measure(probe, [small, large]));
      }
    };
    await repeated(OPEN);
    await once("closing a month", closing);
    await once(`creating ${CREATED_AT_ONCE} transfers`, paying);
    await repeated(LISTS);
    await repeated(STATEMENTS);
    await once(`marking ${MARKED_AT_ONCE} transfers as paid`, marking);
    await Promise.all([fillHome(small), fillHome(large)]);
    for (const [name, ask] of HOME) {
      say(`Measuring ${name} ...`);
      results.push({
        ...(await measure(call(name, ask), [small, large])),
        maxMedianMs: MAX_HOME_MS,
      });
    }
    process.stdout.write(`${tableOf(results)}\n`);
    await Promise.all([small.close(), large.close()]);
    return results.every(isShort) ? 0 : 1;
  } finally {
    await postgres.stop();
  }
}

await runBench(main, LONGEST_MS);
