import { z } from "zod";
import { ACTIONS, type Action } from "../access";
import { PageQuery } from "../paging";
import { line } from "../text";
import { Instant } from "../time";

const ACTION_NAMES = Object.keys(ACTIONS) as [Action, ...Action[]];

/** Which events a list shows. Actor and subject are ids as the list gives them. */
export const AuditFilter = z.strictObject({
  actor: line(100).optional(),
  action: z.enum(ACTION_NAMES).optional(),
  subject: line(100).optional(),
  after: Instant.optional(),
  before: Instant.optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** The operators' list: of all partners or one, and by whom, as an address, an id or a name. */
export const PlatformAuditFilter = AuditFilter.omit({ subject: true }).extend({
  partnerId: z.string().max(40).optional(),
});
export const PlatformAuditQuery = PlatformAuditFilter.extend(PageQuery);
export type PlatformAuditQuery = z.infer<typeof PlatformAuditQuery>;

export const AuditQuery = AuditFilter.extend(PageQuery);
export type AuditQuery = z.infer<typeof AuditQuery>;
