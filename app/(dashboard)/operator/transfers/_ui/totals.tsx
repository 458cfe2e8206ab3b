import type { Due } from "@/app/_trpc/types";
import { Figure, Figures } from "@/app/_ui/chart/figures";
import { Count, Money } from "@/app/_ui/format/money";

export const noun = (count: number) => (count === 1 ? "transfer" : "transfers");

/** The sum in each currency that can be paid now. */
export function Totals({ of: due }: { of: readonly Due[] }) {
  if (due.length === 0) return null;
  const currencies = [...new Set(due.map(({ currency }) => currency))].sort();
  return (
    <Figures label="Can be paid now">
      {currencies.map((currency) => {
        const own = due.filter((one) => one.currency === currency);
        return (
          <Figure
            key={currency}
            label={`Can be paid now (${currency})`}
            note={
              <>
                <Count value={own.length} /> {noun(own.length)}
              </>
            }
          >
            <Money amount={own.reduce((sum, one) => sum + one.amount, 0)} currency={currency} />
          </Figure>
        );
      })}
    </Figures>
  );
}
