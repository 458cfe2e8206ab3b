import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { Transfer } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { DetailDrawer } from "@/app/_ui/dialog/subject-dialog";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { DateTime } from "@/app/_ui/format/moment";
import { Money } from "@/app/_ui/format/money";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";
import { Facts, Section } from "@/app/_ui/layout/section";
import { CopyId } from "@/app/_ui/table/cells";
import { DataTable } from "@/app/_ui/table/data-table";
import type { Column } from "@/app/_ui/table/table-types";
import { TRANSFER_FAILED_NOTE } from "@/server/core/transfers/titles";
import { AMOUNT, Month } from "../../payouts/_ui/columns";
import { TransferStatus } from "./columns";

type Props = { transferId: string | null; onClose: () => void };

/** A transfer: where it is paid to, and the payouts that it pays. */
export function TransferDrawer({ transferId, onClose }: Props) {
  return (
    <DetailDrawer subject={transferId} title={() => "Transfer"} onClose={onClose}>
      {(id) => <Details transferId={id} />}
    </DetailDrawer>
  );
}

function Details({ transferId }: { transferId: string }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const found = useQuery(trpc.transfers.get.queryOptions({ partner, transferId }));
  if (!found.data) return <QueryStatus of={found} what="the transfer" rows={4} />;
  const transfer = found.data;
  return (
    <>
      {transfer.status === "failed" && (
        <Alert color="red" mb="lg" role="note">
          {TRANSFER_FAILED_NOTE}{" "}
          <PartnerTextLink path="/settings/payout-details" size="sm">
            View payout details
          </PartnerTextLink>
        </Alert>
      )}
      <Section title="Summary">
        <Facts of={factsOf(transfer)} />
      </Section>
      <Section title="Payouts">
        <DataTable
          label="Payouts of the transfer"
          isSmall
          columns={PAYOUTS}
          rows={transfer.payouts}
          keyOf={({ id }) => id}
        />
      </Section>
    </>
  );
}

const SETTLED_ON = { paid: "Paid on", failed: "Failed on", canceled: "Canceled on" } as const;

function factsOf(transfer: Transfer) {
  const { status, reference, paidTo, sentAt, settledAt } = transfer;
  const settled = status === "pending" || status === "sent" ? "Paid on" : SETTLED_ON[status];
  return [
    ["Status", <TransferStatus key="status" status={status} />],
    ["Amount", <Money key="amount" amount={transfer.amount} currency={transfer.currency} />],
    [
      "Statement",
      <PartnerTextLink key="statement" path={`/transfers/${transfer.id}/statement`} size="sm">
        View statement {transfer.statement}
      </PartnerTextLink>,
    ],
    ["Account holder", paidTo.holder || "—"],
    ["Paid to", paidTo.account || "—"],
    ["ID", <CopyId key="id" id={transfer.id} what="transfer ID" />],
    ["Reference", reference ? <CopyId key="reference" id={reference} what="reference" /> : "—"],
    ["Created", <DateTime key="created" at={transfer.createdAt} />],
    ["Sent", sentAt ? <DateTime key="sent" at={sentAt} /> : "—"],
    [settled, settledAt ? <DateTime key="settled" at={settledAt} /> : "—"],
  ] as const;
}

const PAYOUTS: Column<Transfer["payouts"][number]>[] = [
  {
    label: "Month",
    cell: ({ id, period, correctsId }) => (
      <>
        <PartnerTextLink path={`/payouts?payout=${id}`} size="sm">
          <Month period={period} />
        </PartnerTextLink>
        {correctsId && " (adjustment)"}
      </>
    ),
  },
  AMOUNT,
];
