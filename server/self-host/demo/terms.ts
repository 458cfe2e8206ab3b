import { createTerm } from "../../core/terms/mutations";
import { nextPeriod, periodOf } from "../../core/values/period";
import { partnerOf } from "./people";
import { at, daysAgo, type Stage, type Step } from "./stage";

/** A term of one product since autumn, and one for all others from next month on. */
export function termSteps(stage: Stage): Step[] {
  const next = nextPeriod(periodOf(stage.now));
  const ago = (days: number) => daysAgo(stage, days);
  return [
    termStep(stage, 100, {
      product: "mailbox",
      percent: 30,
      fromMonth: nextPeriod(periodOf(ago(100))),
    }),
    termStep(stage, 6, { percent: 22.5, fromMonth: next }),
  ];
}

type Terms = { product?: string; percent: number; fromMonth: string };

function termStep(stage: Stage, days: number, terms: Terms): Step {
  const run = async () => {
    const ctx = at(stage, daysAgo(stage, days));
    const { id: partnerId } = await partnerOf(ctx, "acme");
    // Set again after an interruption, an earlier term would come after the later one.
    const { fromMonth } = terms;
    if ((await ctx.db.term.count({ where: { partnerId, fromMonth } })) > 0) return;
    await createTerm(ctx, { partnerId, ...terms });
  };
  return { daysAgo: days, run };
}
