import { z } from "zod";
import { PageQuery } from "../kernel/paging";
import { Id, line } from "../values/text";
import { Instant } from "../values/time";

/**
 * Filters of a partner's log. Actor, action and subject are values from the list; an unknown one
 * matches nothing.
 */
export const AuditFilter = z.strictObject({
  actor: line(100).optional(),
  action: line(100).optional(),
  subject: line(100).optional(),
  after: Instant.optional(),
  before: Instant.optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/**
 * Filters of the operators' log: all partners or one, and an actor as an email address, an id or a
 * name.
 */
export const PlatformAuditFilter = AuditFilter.omit({ subject: true }).extend({
  partnerId: Id.optional(),
});
export const PlatformAuditQuery = PlatformAuditFilter.extend(PageQuery);
export type PlatformAuditQuery = z.infer<typeof PlatformAuditQuery>;

export const AuditQuery = AuditFilter.extend(PageQuery);
export type AuditQuery = z.infer<typeof AuditQuery>;
