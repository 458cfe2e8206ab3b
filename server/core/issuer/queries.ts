import { assertOperator } from "../kernel/access";
import type { Ctx, ReadDb, Tx } from "../kernel/actor";
import type { Issuer } from "./schema";
import { issuerView } from "./view";

/** The issuer of statements of new transfers; null until an operator has entered it. */
export async function getIssuer(ctx: Ctx): Promise<Issuer | null> {
  assertOperator(ctx);
  return newestIssuer(ctx.db);
}

export async function newestIssuer(db: ReadDb | Tx): Promise<Issuer | null> {
  const row = await db.issuer.findFirst({ orderBy: { version: "desc" } });
  return row && issuerView(row);
}

/** The name of a statement: its number after the prefix of its issuer. */
export type StatementNames = (of: {
  statementNumber: bigint;
  issuerVersion: number | null;
}) => string;

/**
 * How to call statements, whose issuers are those of issuerOf(). The database has as many as there
 * were changes.
 */
export async function statementNames(db: ReadDb | Tx): Promise<StatementNames> {
  const all = await db.issuer.findMany({
    select: { version: true, numberPrefix: true },
    orderBy: { version: "asc" },
  });
  const prefixes = new Map(all.map(({ version, numberPrefix }) => [version, numberPrefix]));
  const first = all[0]?.numberPrefix ?? "";
  return ({ statementNumber, issuerVersion }) => {
    const prefix = issuerVersion === null ? first : prefixes.get(issuerVersion);
    return `${prefix ?? ""}${statementNumber}`;
  };
}

/**
 * The issuer of a statement: the version that its transfer has. One that was created before there
 * was any has the first one, which never changes either.
 */
export async function issuerOf(
  db: ReadDb,
  { issuerVersion }: { issuerVersion: number | null },
): Promise<Issuer | null> {
  const row = await db.issuer.findFirst({
    ...(issuerVersion !== null && { where: { version: issuerVersion } }),
    orderBy: { version: "asc" },
  });
  return row && issuerView(row);
}
