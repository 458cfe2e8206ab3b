import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { TransferRow } from "@/app/_trpc/types";
import { IconSend } from "@/app/_ui/icons/icons";
import { partnerPath } from "@/app/_ui/layout/pages";
import { Section } from "@/app/_ui/layout/section";
import { TextLink } from "@/app/_ui/layout/text-link";
import { RowHead } from "@/app/_ui/table/cells";
import { CurrencyFilter, StatusFilter } from "@/app/_ui/table/filter-bar";
import { List } from "@/app/_ui/table/list-page";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import { PartnerFilter } from "@/app/_ui/table/partner-filter";
import { RowMenu } from "@/app/_ui/table/row-menu";
import type { Column } from "@/app/_ui/table/table-types";
import { useListFilter } from "@/app/_ui/table/use-list-filter";
import { AMOUNT, REFERENCE } from "@/app/(dashboard)/partners/[partner]/payouts/_ui/columns";
import { CREATED, STATUS } from "@/app/(dashboard)/partners/[partner]/transfers/_ui/columns";
import { STATUS_CHOICES } from "@/app/(dashboard)/partners/[partner]/transfers/_ui/filter";
import { FILTER, transfersQuery } from "./filter";
import { TransferTaskDialogs } from "./transfer-dialogs";
import type { TransferTask } from "./transfer-task-dialogs";

/** The transfers of all partners, with the actions on those that are selected. */
export function AllTransfers() {
  const trpc = useTRPC();
  const [filter, setFilter] = useQueryStates(FILTER);
  const [task, setTask] = useState<TransferTask | null>(null);
  const { limit: _, ...query } = transfersQuery(filter);
  const list = useInfiniteQuery(
    trpc.transfers.listAll.infiniteQueryOptions(transfersQuery(filter), FILTERED_PAGES),
  );
  const { data: sums } = useQuery(trpc.transfers.sumsAll.queryOptions());
  const mark = (transfers: readonly TransferRow[]) => setTask({ kind: "mark", transfers });
  return (
    <Section title="All transfers">
      <List
        filter={
          sums?.length === 0
            ? undefined
            : {
                chosen: [filter.partner, filter.status, filter.currency],
                fields: <Filters />,
                onClear: () => void setFilter({ status: null, currency: null, partner: null }),
              }
        }
        exported={{ of: "platform-transfers", filter: query }}
        label="All transfers"
        what="the transfers"
        list={list}
        columns={columnsOf(setTask)}
        keyOf={({ id }) => id}
        selection={{
          isOffered: ({ status }) => status !== "failed" && status !== "canceled",
          nameOf: ({ statement }) => `statement ${statement}`,
          actions: [
            { label: () => "Update status", onAction: mark },
            {
              label: () => "Download bank file",
              onAction: (transfers) => setTask({ kind: "download", transfers }),
            },
          ],
        }}
        noMatch={{ title: "No matching transfers", description: "Try different filters." }}
        none={{
          icon: <IconSend size={28} stroke={1.5} aria-hidden />,
          title: "No transfers yet",
          description: "Create transfers of what is due above.",
        }}
      />
      <TransferTaskDialogs task={task} onClose={() => setTask(null)} />
    </Section>
  );
}

function columnsOf(onTask: (task: TransferTask) => void): Column<TransferRow>[] {
  return [
    {
      label: "Transfer",
      cell: ({ id, partner, statement, currency }) => (
        <RowHead note={`Statement ${statement}, ${currency}`}>
          <TextLink href={partnerPath(partner.code, `/transfers?transfer=${id}`)} size="sm">
            {partner.name}
          </TextLink>
        </RowHead>
      ),
    },
    STATUS,
    CREATED,
    REFERENCE,
    AMOUNT,
    {
      label: "Actions",
      kind: "actions",
      cell: (transfer) => <Actions of={transfer} onTask={onTask} />,
    },
  ];
}

type ActionsProps = { of: TransferRow; onTask: (task: TransferTask) => void };

function Actions({ of: transfer, onTask }: ActionsProps) {
  const { status, statement } = transfer;
  const isFinal = status === "failed" || status === "canceled";
  if (isFinal) return null;
  return (
    <RowMenu
      of={`statement ${statement}`}
      actions={[
        {
          label: "Update status",
          onClick: () => onTask({ kind: "mark", transfers: [transfer] }),
        },
        status === "pending" && {
          label: "Cancel transfer",
          isDanger: true,
          onClick: () => onTask({ kind: "cancel", transfers: [transfer] }),
        },
      ]}
    />
  );
}

/** By partner, status and, where there are several, currency. */
function Filters() {
  const trpc = useTRPC();
  const { field } = useListFilter(FILTER);
  const { data: sums = [] } = useQuery(trpc.transfers.sumsAll.queryOptions());
  return (
    <>
      <PartnerFilter {...field("partner")} />
      <StatusFilter options={STATUS_CHOICES} {...field("status")} />
      <CurrencyFilter among={sums.map(({ currency }) => currency)} {...field("currency")} />
    </>
  );
}
