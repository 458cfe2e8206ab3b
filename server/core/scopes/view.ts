import type { Prisma } from "../../../prisma/client/client";
import type { DefinedScope } from "./schema";

/** The active keys that have a scope, and their partners. */
export type Holders = { keys: number; partners: number };

export type ScopeRow = Prisma.CompanyScopeGetPayload<object>;

export function scopeView(row: ScopeRow, { keys, partners }: Holders): DefinedScope {
  return {
    name: row.name,
    description: row.description,
    keys,
    partners,
    createdAt: row.createdAt,
    createdBy: row.createdBy,
    updatedAt: row.updatedAt,
    isBeingRemoved: row.removalBeganAt !== null,
  };
}
