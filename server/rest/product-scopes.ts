import type { Core } from "../core/kernel/actor";
import { readScopes } from "../core/scopes/queries";
import type { CompanyScope } from "../core/scopes/schema";

/** The company's own scopes for the public reference; none while the database is away. */
export function productScopes({ db }: Pick<Core, "db">): Promise<CompanyScope[]> {
  return readScopes(db).catch(() => []);
}
