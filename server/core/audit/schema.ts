import { z } from "zod";
import { PageQuery } from "../paging";
import { Id, line } from "../text";
import { Instant } from "../time";

/** Which events a list shows. Actor, action and subject are as the list gives them; an unknown one finds nothing. */
export const AuditFilter = z.strictObject({
  actor: line(100).optional(),
  action: line(100).optional(),
  subject: line(100).optional(),
  after: Instant.optional(),
  before: Instant.optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** The operators' list: of all partners or one, and by whom, as an address, an id or a name. */
export const PlatformAuditFilter = AuditFilter.omit({ subject: true }).extend({
  partnerId: Id.optional(),
});
export const PlatformAuditQuery = PlatformAuditFilter.extend(PageQuery);
export type PlatformAuditQuery = z.infer<typeof PlatformAuditQuery>;

export const AuditQuery = AuditFilter.extend(PageQuery);
export type AuditQuery = z.infer<typeof AuditQuery>;
