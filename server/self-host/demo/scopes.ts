import { defineScope } from "../../core/scopes/mutations";
import { at, daysAgo, type Stage, type Step } from "./stage";

/** Scopes of the company's own API. */
const SCOPES = [
  { name: "orders:read", description: "View orders and their status" },
  { name: "orders:write", description: "Place, change and cancel orders" },
  { name: "invoices:read", description: "Download invoices" },
];
const DEFINED_DAYS_AGO = 45;

/** Defines scopes, before a key gets them. */
export function scopeSteps(stage: Stage): Step[] {
  return SCOPES.map((scope, index) => {
    const days = DEFINED_DAYS_AGO - index / 100;
    return {
      daysAgo: days,
      run: async () => {
        const ctx = at(stage, daysAgo(stage, days));
        const known = await ctx.db.companyScope.findUnique({ where: { name: scope.name } });
        if (!known) await defineScope(ctx, scope);
      },
    };
  });
}
