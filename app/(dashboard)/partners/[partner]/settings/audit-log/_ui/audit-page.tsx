"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { AuditEvent } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { useNow } from "@/app/_ui/format/use-now";
import { IconHistory } from "@/app/_ui/icons/icons";
import { CodeOrNone } from "@/app/_ui/table/cells";
import { ChoiceFilter } from "@/app/_ui/table/filter-bar";
import { ListPage } from "@/app/_ui/table/list-page";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import { useListFilter } from "@/app/_ui/table/use-list-filter";
import { actionLabel } from "@/app/(dashboard)/_audit/action-label";
import { sentenceColumn, TIME_COLUMN } from "@/app/(dashboard)/_audit/audit-columns";
import { AuditDrawer } from "@/app/(dashboard)/_audit/audit-drawer";
import { WHEN_CHOICES } from "@/app/(dashboard)/_audit/when";
import { auditQuery, FILTER } from "./filter";

export function AuditPage() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const { filter, setFilter, field, clear } = useListFilter(FILTER);
  const query = auditQuery(filter, useNow());
  const list = useInfiniteQuery(
    trpc.audit.list.infiniteQueryOptions({ partner, ...query }, FILTERED_PAGES),
  );
  const { data: choices } = useQuery(trpc.audit.choices.queryOptions({ partner }));
  const [event, setEvent] = useState<AuditEvent | null>(null);
  return (
    <>
      <ListPage
        title="Audit log"
        description="A permanent record of changes to this account."
        filter={{
          chosen: [filter.actor, filter.action, filter.when, filter.subject],
          fields: (
            <>
              <ChoiceFilter
                label="Actor"
                any="All actors"
                options={(choices?.actors ?? []).map(({ id, name }) => ({
                  value: id,
                  label: name,
                }))}
                {...field("actor")}
              />
              <ChoiceFilter
                label="Action"
                any="All actions"
                options={(choices?.actions ?? []).map((action) => ({
                  value: action,
                  label: actionLabel(action),
                }))}
                {...field("action")}
              />
              <ChoiceFilter label="Time" any="Any time" options={WHEN_CHOICES} {...field("when")} />
            </>
          ),
          onClear: clear,
        }}
        exported={{ of: "audit", filter: query }}
        label="Audit log"
        list={list}
        rowsExpected={8}
        columns={columnsOf(setEvent)}
        keyOf={({ id }) => id}
        noMatch={{
          title: "No matching events",
          description: "Try different filters.",
        }}
        none={{
          icon: <IconHistory size={28} stroke={1.5} aria-hidden />,
          title: "No events yet",
          description: "Changes to this account appear here.",
        }}
      />
      <AuditDrawer
        event={event}
        partner={partner}
        onSubject={(subject) => {
          setEvent(null);
          void setFilter({ subject });
        }}
        onClose={() => setEvent(null)}
      />
    </>
  );
}

/** The columns of a partner's audit log, one sentence per row; `onLook` opens its details. */
function columnsOf(onLook: (event: AuditEvent) => void): Column<AuditEvent>[] {
  return [
    sentenceColumn(onLook),
    TIME_COLUMN,
    {
      label: "IP address",
      narrow: "hidden",
      cell: ({ address, actor }) =>
        actor.kind === "operator" ? (
          <span className={table.none} title="IP addresses of the platform team are not shown">
            Hidden
          </span>
        ) : (
          <CodeOrNone of={address} none="—" />
        ),
    },
  ];
}
