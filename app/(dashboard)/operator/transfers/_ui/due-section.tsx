"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { Due } from "@/app/_trpc/types";
import { Empty } from "@/app/_ui/feedback/empty";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { IconSend } from "@/app/_ui/icons/icons";
import { Section } from "@/app/_ui/layout/section";
import { DataTable } from "@/app/_ui/table/data-table";
import { CreateDialog } from "./create-dialog";
import { DUE_COLUMNS } from "./due-columns";
import { noun, Totals } from "./totals";

const keyOf = ({ partner, currency }: Due) => `${partner.id} ${currency}`;
const isPayable = ({ reason }: Due) => reason === null;

/** Lists what is due. All of it is selected at first, and single ones can be taken out. */
export function DueSection() {
  const trpc = useTRPC();
  const due = useQuery(trpc.transfers.due.queryOptions({}));
  const [chosen, setChosen] = useState<readonly Due[] | null>(null);
  return (
    <Section title="Due">
      {!due.data && <QueryStatus of={due} what="what is due" rows={3} />}
      {due.data?.length === 0 && (
        <Empty
          icon={<IconSend size={28} stroke={1.5} aria-hidden />}
          title="Nothing is due"
          description="Payouts are due once a month is closed."
        />
      )}
      {due.data && due.data.length > 0 && (
        <>
          <Totals of={due.data.filter(isPayable)} />
          <DataTable
            label="Due"
            columns={DUE_COLUMNS}
            rows={due.data}
            keyOf={keyOf}
            selection={{
              isOffered: isPayable,
              nameOf: ({ partner, currency }) => `${partner.name}, ${currency}`,
              isAllAtFirst: true,
              actions: [
                { label: (count) => `Create ${count} ${noun(count)}`, onAction: setChosen },
              ],
            }}
          />
        </>
      )}
      <CreateDialog due={chosen} onClose={() => setChosen(null)} />
    </Section>
  );
}
