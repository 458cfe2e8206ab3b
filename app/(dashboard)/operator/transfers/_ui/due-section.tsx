import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { Due } from "@/app/_trpc/types";
import { Empty } from "@/app/_ui/feedback/empty";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { IconSend } from "@/app/_ui/icons/icons";
import { Section } from "@/app/_ui/layout/section";
import { DataTable } from "@/app/_ui/table/data-table";
import { CurrencyFilter } from "@/app/_ui/table/filter-bar";
import { DUE_COLUMNS } from "./due-columns";
import { FILTER } from "./filter";
import { noun, Totals } from "./totals";
import { CreateDialog } from "./transfer-dialogs";

const keyOf = ({ partner, currency }: Due) => `${partner.id} ${currency}`;
const isPayable = ({ reason }: Due) => reason === null;
/** Money of a suspended partner is paid only if an operator selects it. */
const isUsual = (due: Due) => isPayable(due) && !due.isSuspended;

/**
 * Lists what is due. What can be paid is selected at first, except that of suspended partners, and
 * single ones can be taken out.
 */
export function DueSection() {
  const trpc = useTRPC();
  const due = useQuery(trpc.transfers.due.queryOptions({}));
  const [{ due: currency }] = useQueryStates(FILTER);
  const [chosen, setChosen] = useState<readonly Due[] | null>(null);
  const rows = due.data?.filter((one) => currency === null || one.currency === currency) ?? [];
  return (
    <Section title="Due" actions={<CurrencyChoice of={due.data ?? []} />}>
      {!due.data && <QueryStatus of={due} what="what is due" rows={3} />}
      {due.data?.length === 0 && (
        <Empty
          icon={<IconSend size={28} stroke={1.5} aria-hidden />}
          title="Nothing is due"
          description="Payouts are due once a month is closed."
        />
      )}
      {due.data && due.data.length > 0 && rows.length === 0 && (
        <Empty
          icon={<IconSend size={28} stroke={1.5} aria-hidden />}
          title={`Nothing is due in ${currency}`}
          description="Choose another currency."
        />
      )}
      {rows.length > 0 && (
        <>
          <Totals of={rows.filter(isUsual)} />
          <DataTable
            label="Due"
            columns={DUE_COLUMNS}
            rows={rows}
            keyOf={keyOf}
            selection={{
              isOffered: isPayable,
              nameOf: ({ partner, currency }) => `${partner.name}, ${currency}`,
              isSelectedAtFirst: isUsual,
              actions: [
                { label: (count) => `Create ${count} ${noun(count)}`, onAction: setChosen },
              ],
            }}
          />
        </>
      )}
      <CreateDialog subject={chosen} onClose={() => setChosen(null)} />
    </Section>
  );
}

/** Which currency to pay: a bank usually takes one at a time. Nothing if all is in one. */
function CurrencyChoice({ of: due }: { of: readonly Due[] }) {
  const [{ due: chosen }, setFilter] = useQueryStates(FILTER);
  return (
    <CurrencyFilter
      label="Currency due"
      among={due.map(({ currency }) => currency)}
      value={chosen}
      onChange={(currency) => void setFilter({ due: currency })}
    />
  );
}
