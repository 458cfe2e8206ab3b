import { Alert, Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { Money } from "@/app/_ui/format/money";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";
import { Month } from "../../payouts/_ui/columns";

type Props = { payoutId: string; onClear: () => void };

/** Says that the list shows the charges of a payout, and what they add up to. */
export function PayoutNote({ payoutId, onClear }: Props) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const { data: payout } = useQuery(trpc.payouts.get.queryOptions({ partner, payoutId }));
  if (!payout) return null;
  const { period, currency, gross, correctsId } = payout;
  return (
    <Alert color="brass" mb="md" role="note">
      Only charges of the{" "}
      <PartnerTextLink path={`/payouts?payout=${payoutId}`} size="sm">
        {correctsId === null ? "payout" : "adjustment"} for <Month period={period} /> in {currency}
      </PartnerTextLink>
      , whose charges less refunds are{" "}
      <strong>
        <Money amount={gross} currency={currency} />
      </strong>
      .{" "}
      <Anchor component="button" type="button" size="sm" onClick={onClear}>
        Show all charges
      </Anchor>
    </Alert>
  );
}
