import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { useFormats } from "@/app/_ui/format/locale";

/**
 * A minimum in minor units as an amount in each currency that the partner has payouts in, or in euros
 * if it has none yet: `€50.00, ¥5,000`.
 */
export function MinimumPayout({ of: minorUnits }: { of: number }) {
  const trpc = useTRPC();
  const { money } = useFormats();
  const partner = usePartnerCode();
  const { data: sums = [] } = useQuery(trpc.payouts.sums.queryOptions({ partner }));
  const currencies = [...new Set(sums.map(({ currency }) => currency))];
  const shown = currencies.length > 0 ? currencies : ["EUR"];
  return (
    <span suppressHydrationWarning>
      {shown.map((currency) => money(minorUnits, currency)).join(", ")}
    </span>
  );
}
