import type { Core } from "../../core/actor";
import { makeBusiness } from "./business";
import { askForLimits, makeKeys } from "./keys";
import { makePeople, PARTNERS, signInSome, suspendOne } from "./people";
import { DAY_MS, type Stage } from "./stage";
import { type Kept, makeTraffic } from "./traffic";

/** Whether nobody has used this store yet. */
export async function isEmptyStore(core: Core): Promise<boolean> {
  const [partners, users] = await Promise.all([core.db.partner.count(), core.db.user.count()]);
  return partners + users === 0;
}

/**
 * Makes a year of history for three partners and an operator, through the same services as everyone,
 * each called as it would have been at its time. Broken off half-way, the next call does what is missing.
 */
export async function seedDemo(core: Core, options: Kept & { password: string }): Promise<void> {
  const stage: Stage = { core, now: await presentOf(core) };
  await makePeople(stage, options.password);
  await makeBusiness(stage);
  await makeKeys(stage);
  await makeTraffic(stage, options);
  await askForLimits(stage);
  await suspendOne(stage);
  await signInSome(stage, options.password);
}

/** Now, or where the demo was broken off, the moment that it was begun for. */
async function presentOf(core: Core): Promise<Date> {
  const begun = await core.db.partner.findUnique({ where: { code: "acme" } });
  if (!begun) return core.clock.now();
  return new Date(begun.createdAt.getTime() + PARTNERS.acme.sinceDays * DAY_MS);
}
