"use client";

import { Box } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { Term } from "@/app/_trpc/types";
import { useAccess, usePartner, usePartnerCode } from "@/app/_trpc/use-partner";
import { Dialog } from "@/app/_ui/dialog/dialog";
import { Status } from "@/app/_ui/feedback/status";
import { WriteButton } from "@/app/_ui/form/write-button";
import { useFormats } from "@/app/_ui/format/locale";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Percentage } from "@/app/_ui/format/money";
import { IconCash, IconPlus } from "@/app/_ui/icons/icons";
import { Facts } from "@/app/_ui/layout/section";
import { RowHead } from "@/app/_ui/table/cells";
import { ListPage } from "@/app/_ui/table/list-page";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import table from "@/app/_ui/table/table.module.css";
import type { Columns } from "@/app/_ui/table/table-types";
import { TermForm } from "./term-form";

/** The partner's share of revenue, by month and product. */
export function TermsPage() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const { revsharePct } = usePartner().partner;
  const create = useAccess("term.created");
  const [isAdding, setIsAdding] = useState(false);
  const close = () => setIsAdding(false);
  const list = useInfiniteQuery(trpc.terms.list.infiniteQueryOptions({ partner }, NEXT_PAGE));
  const [first] = list.data?.pages ?? [];
  // Without terms, it is the share of all months.
  const initial = first?.data[0] && first.initialPercent;
  const { month } = useFormats();
  return (
    <>
      <ListPage
        title="Terms"
        description="The share of net revenue, by month and product. Months that have begun don't change."
        action={
          create !== "hidden" && (
            <WriteButton
              access={create}
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setIsAdding(true)}
            >
              New term
            </WriteButton>
          )
        }
        label="Terms"
        list={list}
        columns={columnsOf(month)}
        keyOf={({ id }) => id}
        markOf={({ status }) => ({ isOver: status === "ended" || status === "replaced" })}
        none={{
          icon: <IconCash size={28} stroke={1.5} aria-hidden />,
          title: "No terms yet",
          description: "The same share applies to all months and products.",
        }}
      >
        <Box mb="lg">
          <Facts
            of={[
              ["This month", <Percentage key="now" value={revsharePct} />],
              initial !== undefined && [
                "Before the first term",
                <Percentage key="first" value={initial} />,
              ],
            ]}
          />
        </Box>
      </ListPage>
      <Dialog opened={isAdding} onClose={close} title="New term" size={440}>
        <TermForm onClose={close} />
      </Dialog>
    </>
  );
}

const STATUSES = {
  upcoming: { tone: "idle", label: "Upcoming" },
  current: { tone: "good", label: "Current" },
  ended: { tone: "idle", label: "Ended" },
  replaced: { tone: "idle", label: "Replaced" },
} as const;

const columnsOf = (month: (period: string) => string): Columns<Term> => [
  {
    label: "Product",
    cell: ({ product }) =>
      product ? (
        <RowHead note={<code className={table.code}>{product.code}</code>}>{product.name}</RowHead>
      ) : (
        <RowHead note="Without terms of their own">All products</RowHead>
      ),
  },
  { label: "From", narrow: "labeled", cell: ({ fromMonth }) => month(fromMonth) },
  {
    label: "Revenue share",
    kind: "amount",
    narrow: "end",
    cell: ({ percent }) => <Percentage value={percent} />,
  },
  { label: "Status", cell: ({ status }) => <Status {...STATUSES[status]} /> },
  { label: "Set", narrow: "hidden", cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];
