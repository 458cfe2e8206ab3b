import type { Core } from "../../core/kernel/actor";
import { businessSteps } from "./business";
import { customerSteps } from "./customer-lives";
import { endingSteps } from "./endings";
import { keySteps, limitRequestSteps } from "./keys";
import { payoutDetailsSteps } from "./payout-details";
import { makePeople, PARTNERS, signInSome, suspension } from "./people";
import { scopeSteps } from "./scopes";
import { DAY_MS, type Stage } from "./stage";
import { termSteps } from "./terms";
import { type Retention, trafficSteps } from "./traffic";

export async function isEmptyStore(core: Core): Promise<boolean> {
  const [partners, users] = await Promise.all([core.db.partner.count(), core.db.user.count()]);
  return partners + users === 0;
}

/**
 * Creates a year of history for four partners and an operator through the regular services, each
 * called as of its time. After an interruption, the next call completes the rest.
 */
export async function seedDemo(
  core: Core,
  options: Retention & { password: string },
): Promise<void> {
  const stage: Stage = { core, now: await presentOf(core) };
  await makePeople(stage, options.password);
  const steps = [
    ...businessSteps(stage),
    ...customerSteps(stage),
    ...endingSteps(stage),
    ...termSteps(stage),
    ...payoutDetailsSteps(stage),
    ...scopeSteps(stage),
    ...keySteps(stage),
    ...trafficSteps(stage, options),
    ...limitRequestSteps(stage),
    suspension(stage),
  ];
  for (const { run } of steps.sort((a, b) => b.daysAgo - a.daysAgo)) await run();
  await signInSome(stage, options.password);
}

/** Now or, if the demo was interrupted, the time for which it was started. */
async function presentOf(core: Core): Promise<Date> {
  const begun = await core.db.partner.findUnique({ where: { code: "acme" } });
  if (!begun) return core.clock.now();
  return new Date(begun.createdAt.getTime() + PARTNERS.acme.sinceDays * DAY_MS);
}
