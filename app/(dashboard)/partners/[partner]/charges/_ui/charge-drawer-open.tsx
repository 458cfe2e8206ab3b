import { Anchor, Text } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { Charge } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { DetailDrawer } from "@/app/_ui/dialog/subject-dialog";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { DateTime } from "@/app/_ui/format/moment";
import { Money } from "@/app/_ui/format/money";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";
import { Facts, Section } from "@/app/_ui/layout/section";
import { CopyId } from "@/app/_ui/table/cells";
import { PagedTable } from "@/app/_ui/table/paged-table";
import { NEXT_PAGE, rowsOf } from "@/app/_ui/table/paging";
import { payerOf, refundColumns, signed, typeOf } from "./columns";

type Props = {
  chargeId: string | null;
  /** Opens the charge of a refund, or a refund of a charge. */
  onLook: (chargeId: string) => void;
  onClose: () => void;
};

/** A charge, its refunds, and the way from each refund to its charge. */
export function OpenChargeDrawer({ chargeId, onLook, onClose }: Props) {
  return (
    <DetailDrawer subject={chargeId} title={() => "Charge"} onClose={onClose}>
      {(id) => <Details chargeId={id} onLook={onLook} />}
    </DetailDrawer>
  );
}

type DetailsProps = { chargeId: string; onLook: (chargeId: string) => void };

function Details({ chargeId, onLook }: DetailsProps) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const found = useQuery(trpc.charges.get.queryOptions({ partner, chargeId }));
  if (!found.data) return <QueryStatus of={found} what="the charge" rows={4} />;
  const charge = found.data;
  const { type, externalId, id, occurredAt, refundId } = charge;
  const look = (label: string, target: string | null) =>
    target !== null &&
    ([
      label,
      <Anchor key={label} component="button" type="button" size="sm" onClick={() => onLook(target)}>
        View {label.toLowerCase()}
      </Anchor>,
    ] as const);
  return (
    <>
      <Section title="Summary">
        <Facts
          of={[
            ["Type", typeOf(charge)],
            ["Amount", <Money key="amount" amount={signed(charge)} currency={charge.currency} />],
            [
              "Customer",
              charge.customer.isFormer ? (
                `${payerOf(charge)} (transferred to another partner)`
              ) : (
                <PartnerTextLink key="customer" path={`/customers/${charge.accountId}`} size="sm">
                  {payerOf(charge)}
                </PartnerTextLink>
              ),
            ],
            ["Product", `${charge.productName} (${charge.product})`],
            ["Date", <DateTime key="date" at={occurredAt} />],
            ["External ID", <CopyId key="external" id={externalId} what="external ID" />],
            ["ID", <CopyId key="id" id={id} what="charge ID" />],
            look("Charge", charge.chargeId),
            look("Refund", refundId),
            charge.late && ["Adjustment", <Adjustment key="late" of={charge} />],
          ]}
        />
      </Section>
      {type === "charge" && <Refunds of={charge} onLook={onLook} />}
    </>
  );
}

/** The payout that contains a late charge. */
function Adjustment({ of: { payoutId } }: { of: Charge }) {
  if (payoutId === null) return "None: it changed no amount";
  return (
    <PartnerTextLink path={`/payouts?payout=${payoutId}`} size="sm">
      View payout
    </PartnerTextLink>
  );
}

/** The refunds and reversals of a charge, and what is left of it. */
function Refunds({ of: charge, onLook }: { of: Charge; onLook: (chargeId: string) => void }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const list = useInfiniteQuery(
    trpc.charges.list.infiniteQueryOptions({ partner, chargeId: charge.id }, NEXT_PAGE),
  );
  const rows = rowsOf<Charge>(list.data);
  const left = rows.reduce((sum, row) => sum + signed(row), charge.amount);
  return (
    <Section title="Refunds">
      <PagedTable
        label="Refunds"
        list={list}
        isSmall
        columns={refundColumns(onLook)}
        keyOf={({ id }) => id}
        empty={
          <Text size="sm" c="dimmed">
            No refunds
          </Text>
        }
      />
      {rows.length > 0 && !list.hasNextPage && (
        <Text size="sm" c="dimmed" mt="sm">
          <Money amount={left} currency={charge.currency} /> of{" "}
          <Money amount={charge.amount} currency={charge.currency} /> was not refunded.
        </Text>
      )}
    </Section>
  );
}
