import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { PreviewLine } from "@/app/_trpc/types";
import { Empty } from "@/app/_ui/feedback/empty";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { LazySelect } from "@/app/_ui/form/lazy-select";
import { useFormats } from "@/app/_ui/format/locale";
import { useNow } from "@/app/_ui/format/use-now";
import { IconCalendarOff } from "@/app/_ui/icons/icons";
import { Section } from "@/app/_ui/layout/section";
import { DataTable } from "@/app/_ui/table/data-table";
import { CloseDialog } from "./close-dialog";
import { FILTER, monthOf, monthsBefore } from "./filter";
import classes from "./month-section.module.css";
import { PREVIEW_COLUMNS } from "./preview-columns";

/** Previews the payouts of a month, with the button that closes it. */
export function MonthSection() {
  const trpc = useTRPC();
  const now = useNow();
  const { month: nameOf } = useFormats();
  const [filter, setFilter] = useQueryStates(FILTER);
  const [isClosing, setIsClosing] = useState(false);
  const period = monthOf(filter.month, now);
  const preview = useQuery(trpc.payouts.preview.queryOptions({ period }));
  const months = monthsBefore(now);
  const open = (preview.data ?? []).filter(({ isClosed }) => !isClosed);
  const isOver = period !== months[0];
  return (
    <Section
      title="Close a month"
      actions={
        <LazySelect
          size="sm"
          className={classes.month}
          aria-label="Month"
          data={[...new Set([...months, period])].map((value) => ({ value, label: nameOf(value) }))}
          value={period}
          onChange={(month) => void setFilter({ month })}
        />
      }
    >
      {!preview.data && <QueryStatus of={preview} what="the month" rows={3} />}
      {preview.data?.length === 0 && (
        <Empty
          icon={<IconCalendarOff size={28} stroke={1.5} aria-hidden />}
          title={`No charges in ${nameOf(period)}`}
          description="Nothing to close for this month."
        />
      )}
      {preview.data && preview.data.length > 0 && (
        <DataTable
          label={`Payouts for ${nameOf(period)}`}
          columns={PREVIEW_COLUMNS}
          rows={preview.data}
          keyOf={({ partner, currency }) => `${partner.id} ${currency}`}
          footer={
            <div className={classes.foot}>
              <span>{standing(open, isOver)}</span>
              {open.length > 0 && isOver && (
                <Button size="xs" onClick={() => setIsClosing(true)}>
                  Close {nameOf(period)}
                </Button>
              )}
            </div>
          }
        />
      )}
      <CloseDialog
        lines={open}
        period={period}
        isOpen={isClosing}
        onClose={() => setIsClosing(false)}
      />
    </Section>
  );
}

function standing(open: readonly PreviewLine[], isOver: boolean): string {
  if (!isOver) return "Month in progress. You can close it after it ends (UTC).";
  if (open.length === 0) return "Closed. Use adjustments for later changes.";
  return "Open. Amounts are estimates until you close the month.";
}
