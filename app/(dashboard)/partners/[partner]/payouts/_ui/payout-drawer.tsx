import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { Payout } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { DetailDrawer } from "@/app/_ui/dialog/subject-dialog";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { DateTime } from "@/app/_ui/format/moment";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";
import { Facts, Section } from "@/app/_ui/layout/section";
import { CopyId } from "@/app/_ui/table/cells";
import { chargesHref } from "../../charges/_ui/filter";
import { Breakdown } from "./breakdown";
import { Month, PayoutStatus } from "./columns";

type Props = { payoutId: string | null; onClose: () => void };

/** A payout's status and how its amount was calculated. */
export function PayoutDrawer({ payoutId, onClose }: Props) {
  return (
    <DetailDrawer subject={payoutId} title={() => "Payout"} onClose={onClose}>
      {(id) => <Details payoutId={id} />}
    </DetailDrawer>
  );
}

function Details({ payoutId }: { payoutId: string }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const found = useQuery(trpc.payouts.get.queryOptions({ partner, payoutId }));
  if (!found.data) return <QueryStatus of={found} what="the payout" rows={4} />;
  const payout = found.data;
  return (
    <>
      {payout.status === "failed" && (
        <Alert color="red" mb="lg" role="note">
          This transfer failed. The amount is still owed.
        </Alert>
      )}
      <Section title="Summary">
        <Facts
          of={[
            ["Status", <PayoutStatus key="status" status={payout.status} />],
            ["Month", <Month key="month" period={payout.period} />],
            ["ID", <CopyId key="id" id={payout.id} what="payout ID" />],
            ["Reference", <Reference key="reference" of={payout} />],
            ["Created", <DateTime key="created" at={payout.createdAt} />],
            [
              payout.status === "failed" ? "Failed on" : "Paid on",
              payout.settledAt ? <DateTime key="settled" at={payout.settledAt} /> : "—",
            ],
            payout.transferId !== null && [
              "Transfer",
              <Transfer key="transfer" id={payout.transferId} />,
            ],
            payout.correctsId !== null && [
              "Adjusts",
              <OriginalPayout key="adjusts" id={payout.correctsId} />,
            ],
          ]}
        />
      </Section>
      <Section
        title="How this was calculated"
        actions={
          <PartnerTextLink path={chargesHref({ payout: payout.id })} size="sm">
            View charges
          </PartnerTextLink>
        }
      >
        <Breakdown of={payout} />
      </Section>
    </>
  );
}

function Reference({ of: { reference } }: { of: Payout }) {
  return reference === null ? "—" : <CopyId id={reference} what="reference" />;
}

/** The transfer that pays it, or by which it failed. */
function Transfer({ id }: { id: string }) {
  return (
    <PartnerTextLink path={`/transfers?transfer=${id}`} size="sm">
      View transfer
    </PartnerTextLink>
  );
}

function OriginalPayout({ id }: { id: string }) {
  return (
    <PartnerTextLink path={`/payouts?payout=${id}`} size="sm">
      original payout
    </PartnerTextLink>
  );
}
