import { z } from "zod";
import { ownPartnerId } from "../core/kernel/access";
import { checked } from "../core/kernel/checked";
import { ERRORS, fail } from "../core/kernel/errors";
import { enterPartner } from "../core/partners/enter";
import { getStatement } from "../core/transfers/statement";
import { statementCsv } from "../core/transfers/statement-csv";
import { statementFileName } from "../core/transfers/statement-file";
import { Id } from "../core/values/text";
import { type ExportContext, exportFailure, fileResponse, isFromOtherSite, refuse } from "./http";

const Query = z.strictObject({
  partner: z.string().max(100),
  transferId: Id,
  format: z.enum(["csv", "pdf"]),
});

/**
 * Handles `GET /api/export/statement?partner=<code>&transferId=<id>&format=csv|pdf`: the statement of a
 * transfer as a file.
 */
export async function handleStatement(request: Request, context: ExportContext): Promise<Response> {
  if (isFromOtherSite(request)) return refuse(403, "Requests from other sites are not allowed.");
  const { core, actor: caller, address } = context;
  if (!caller) return refuse(401, ERRORS.unauthenticated.message);
  const query = checked(Query, Object.fromEntries(new URL(request.url).searchParams));
  if ("issues" in query) return refuse(400, "A parameter is missing or invalid.");
  const { partner, transferId, format } = query.value;
  try {
    if (/\0/.test(partner + transferId)) return fail("not_found");
    const { actor } = await enterPartner({ core, actor: caller, address }, partner);
    const statement = await getStatement({ ...core, actor, address }, { transferId });
    const name = statementFileName(statement, format);
    if (format === "csv") return fileResponse(statementCsv(statement), { name, type: CSV });
    const { renderStatement } = await import("../pdf/render");
    const content = await renderStatement(statement, { client: ownPartnerId(actor) });
    return fileResponse(content, { name, type: "application/pdf" });
  } catch (error) {
    return exportFailure(core, error, "statement");
  }
}

const CSV = "text/csv; charset=utf-8; header=present";
