import pg from "pg";
import { vi } from "vitest";
import type { Outcome } from "../queue";

type Node = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Node[];
};

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The plans of the statements that `work` sends, as PostgreSQL executes them with this data. */
async function plansOf(admin: pg.Client, work: () => Promise<unknown>): Promise<Node[]> {
  const sent = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const statements = sent.mock.calls
    .map(([statement]) => statement as unknown as pg.QueryConfig)
    .filter(({ text }) => /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(text ?? ""));
  sent.mockRestore();
  const nodes: Node[] = [];
  const each = new Map(statements.map((statement) => [statement.text, statement]));
  for (const { text, values } of each.values()) {
    await admin.query("BEGIN");
    const { rows } = await admin.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    await admin.query("ROLLBACK");
    nodes.push(...nodesOf(rows[0]["QUERY PLAN"][0].Plan));
  }
  return nodes;
}

/**
 * The cost of the statements of `work`, repeated by `admin` with this data and rolled back: the
 * indexes used, which of the large tables are read as a whole, and the rows read of those tables,
 * also those that are not returned.
 */
export async function costOf(
  { admin, large }: { admin: pg.Client; large: readonly string[] },
  work: () => Promise<unknown>,
) {
  const nodes = await plansOf(admin, work);
  const scans = nodes.filter(({ "Relation Name": name }) => name && large.includes(name));
  const rowsOf = (node: Node) =>
    (node["Actual Rows"] +
      (node["Rows Removed by Filter"] ?? 0) +
      (node["Rows Removed by Index Recheck"] ?? 0)) *
    node["Actual Loops"];
  return {
    indexes: new Set(nodes.flatMap(({ "Index Name": name }) => (name ? [name] : []))),
    whole: scans.filter((node) => node["Node Type"] === "Seq Scan").map((n) => n["Relation Name"]),
    rows: scans.reduce((sum, node) => sum + rowsOf(node), 0),
  };
}

/** The outcome of a first attempt that succeeded. */
export function deliveredOutcome(endpointId: string, eventId: string): Outcome {
  return {
    endpointId,
    eventId,
    number: 1,
    tries: 1,
    result: "delivered",
    isGone: false,
    afterMs: 0,
    holdMs: 0,
    at: new Date(),
    durationMs: 1,
    status: 204,
    error: null,
    requestBody: null,
    response: "",
    responseHeaders: [],
    isKept: true,
  };
}

/** An event as append_changes() takes it. */
export const NEW_EVENT = {
  n: 0,
  id: "evt_new",
  partnerId: "prt_7",
  type: "account.created",
  data: {},
  subjectType: "account",
  subjectId: "acc_1",
  occurredAt: new Date(),
};
