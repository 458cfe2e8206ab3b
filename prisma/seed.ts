import type { Core, Ctx } from "../server/core/actor";
import { createPartner } from "../server/core/partners/service";
import { redeemLink } from "../server/core/team/links";
import { inviteOperator, resetUser } from "../server/core/team/service";

const PARTNER = { code: "acme", name: "Acme Resale (demo)", revsharePct: 20 };
const OWNER = "owner@acme.example";
const OPERATOR = "operator@latchkey.example";

/** Who can sign in to the demo. */
export const DEMO_LOGINS = [
  { role: "partner", email: OWNER },
  { role: "operator", email: OPERATOR },
] as const;

/** Whether nobody has used this store yet. */
export async function isEmptyStore(core: Core): Promise<boolean> {
  const [partners, users] = await Promise.all([core.db.partner.count(), core.db.user.count()]);
  return partners + users === 0;
}

/**
 * Makes the demo partner and the demo operator through the same services as everyone. Broken off
 * half-way, the next call does what is missing.
 */
export async function seedDemo(core: Core, options: { password: string }): Promise<void> {
  const ctx: Ctx = { ...core, actor: { kind: "system", name: "demo seed" }, address: null };
  const partner = await ctx.db.partner.findUnique({ where: { code: PARTNER.code } });
  if (!partner) await createPartner(ctx, { ...PARTNER, ownerEmail: OWNER });
  const operator = await ctx.db.user.findUnique({ where: { emailKey: OPERATOR } });
  if (!operator) await inviteOperator(ctx, { email: OPERATOR });
  for (const { email } of DEMO_LOGINS) await choosePassword(ctx, email, options.password);
}

async function choosePassword(ctx: Ctx, email: string, password: string): Promise<void> {
  const user = await ctx.db.user.findUnique({ where: { emailKey: email } });
  if (user?.passwordHash) return;
  const { token } = await resetUser(ctx, { email });
  await redeemLink(ctx, { token, password });
}
