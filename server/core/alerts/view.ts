import type { Prisma } from "../../../prisma/client/client";
import type { Alert } from "./schema";
import { type AlertKind, ruleText } from "./titles";

export type AlertRow = Prisma.AlertGetPayload<object>;

/** The public fields of an alert; `name` is that of its target, null if that was deleted. */
export function alertView(row: AlertRow, name: string | null): Alert {
  const kind = row.kind as AlertKind;
  const { id, target, threshold, createdAt, createdBy, firedAt } = row;
  const gone = kind === "endpoint_success" ? "a deleted endpoint" : "a deleted key";
  const rule = ruleText(kind, threshold, target === null ? null : (name ?? gone));
  return { id, kind, target, threshold, rule, createdAt, createdBy, firedAt };
}
