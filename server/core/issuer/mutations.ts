import type { Prisma } from "../../../prisma/client/client";
import type { Ctx } from "../kernel/actor";
import { actorLabel, change } from "../kernel/change";
import { assertExpected, type Expecting } from "../kernel/expected";
import { differences } from "../values/phrases";
import { ISSUER_CHANGED } from "./actions";
import { newestIssuer } from "./queries";
import type { Issuer, IssuerChange } from "./schema";
import { issuerView } from "./view";

const FIELDS = ["name", "address", "taxNumber", "email", "numberPrefix", "taxNote"] as const;

/**
 * Sets who issues the statements of transfers that are created from now on. Statements that exist
 * keep theirs. The same again changes nothing.
 */
export async function changeIssuer(
  ctx: Ctx,
  { isExpected, ...input }: IssuerChange & Expecting<Partial<Issuer>>,
): Promise<Issuer> {
  return change(ctx, { action: ISSUER_CHANGED, partnerId: null }, async (tx) => {
    // One order with other changes, and with transfers, which take the newest version.
    await tx.$queryRaw`SELECT FROM statement_counter FOR UPDATE`;
    const before = await newestIssuer(tx);
    assertExpected(isExpected, before ?? {});
    if (before && FIELDS.every((field) => before[field] === input[field])) {
      return { result: before, subject: "issuer", unchanged: true };
    }
    const row = await tx.issuer.create({
      data: { ...input, createdAt: ctx.clock.now(), createdBy: actorLabel(ctx.actor) },
    });
    const changed = before ? differences(before, input, FIELDS) : {};
    const detail = { ...changed, version: row.version, issuer: row.name } as Prisma.InputJsonObject;
    return { result: issuerView(row), subject: "issuer", detail };
  });
}
