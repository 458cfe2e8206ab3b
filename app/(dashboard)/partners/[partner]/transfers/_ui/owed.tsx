import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { Due } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { Figure, Figures } from "@/app/_ui/chart/figures";
import { useFormats } from "@/app/_ui/format/locale";
import { Money } from "@/app/_ui/format/money";
import { useZone } from "@/app/_ui/format/use-now";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";

/** Shows the sum that the partner is owed in each currency, and why it is not paid yet. */
export function Owed() {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.transfers.owed.queryOptions({ partner: usePartnerCode() }));
  if (!data || data.due.length === 0) return null;
  return (
    <Figures label="Not transferred yet">
      {data.due.map((due) => (
        <Figure
          key={due.currency}
          label={`Not transferred yet (${due.currency})`}
          note={<Waits of={due} />}
        >
          <Money amount={due.amount + due.held} currency={due.currency} />
        </Figure>
      ))}
    </Figures>
  );
}

function Waits({ of: due }: { of: Due }) {
  const { reason, isSuspended, currency, minimumPayout, heldUntil } = due;
  const { date, money } = useFormats();
  const zone = useZone();
  switch (reason) {
    case "no_payout_details":
      return (
        <PartnerTextLink path="/settings/payout-details" size="sm">
          Add payout details
        </PartnerTextLink>
      );
    case "below_minimum":
      return `Waits for the minimum of ${money(minimumPayout, currency)}.`;
    case "not_positive":
      return "Deducted from a later transfer.";
    case "on_hold":
      return heldUntil === null ? "On hold." : `On hold until ${date(heldUntil, zone)}.`;
    default:
      return isSuspended
        ? "Your account is suspended. Contact support about this amount."
        : "Included in the next transfer.";
  }
}
