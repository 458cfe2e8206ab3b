import { assertPartner } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { fail } from "../kernel/errors";
import type { DemoWebhook } from "../kernel/ports";

/**
 * The webhooks that the demo's receiver got, newest first; for the demo partner's people and
 * operators. Throws `not_found` without a demo.
 */
export async function readDemoInbox(ctx: Ctx): Promise<readonly DemoWebhook[]> {
  const inbox = await ctx.demoInbox();
  if (inbox === null) return fail("not_found");
  assertPartner(ctx, inbox.partnerId);
  return inbox.webhooks;
}
