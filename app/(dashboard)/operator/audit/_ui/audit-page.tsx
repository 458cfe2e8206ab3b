"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { PlatformAuditEvent } from "@/app/_trpc/types";
import { useNow } from "@/app/_ui/format/use-now";
import { IconHistory } from "@/app/_ui/icons/icons";
import { partnerPath } from "@/app/_ui/layout/pages";
import { TextLink } from "@/app/_ui/layout/text-link";
import { ChoiceFilter } from "@/app/_ui/table/filter-bar";
import { ListPage } from "@/app/_ui/table/list-page";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import { PartnerFilter } from "@/app/_ui/table/partner-filter";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import { useListFilter } from "@/app/_ui/table/use-list-filter";
import { sentenceColumn, TIME_COLUMN } from "@/app/(dashboard)/_audit/audit-columns";
import { AuditDrawer } from "@/app/(dashboard)/_audit/audit-drawer";
import { WHEN_CHOICES } from "@/app/(dashboard)/_audit/when";
import { type ActionChoice, auditQuery, filterOf } from "./filter";

export function AuditPage({ actions }: { actions: readonly ActionChoice[] }) {
  const trpc = useTRPC();
  const [parsers] = useState(() => filterOf(actions));
  const { filter, field, search, clear } = useListFilter(parsers);
  const query = auditQuery(filter, useNow());
  const list = useInfiniteQuery(trpc.audit.listAll.infiniteQueryOptions(query, FILTERED_PAGES));
  const [event, setEvent] = useState<PlatformAuditEvent | null>(null);
  return (
    <>
      <ListPage
        title="Audit log"
        description="A permanent record of changes across all partners."
        filter={{
          search: { label: "Search by email or ID", ...search("search") },
          chosen: [filter.partner, filter.action, filter.when],
          fields: (
            <>
              <PartnerFilter {...field("partner")} />
              <ChoiceFilter
                label="Action"
                any="All actions"
                options={actions}
                {...field("action")}
              />
              <ChoiceFilter label="Time" any="Any time" options={WHEN_CHOICES} {...field("when")} />
            </>
          ),
          onClear: clear,
        }}
        exported={{ of: "platform-audit", filter: query }}
        label="Audit log"
        list={list}
        columns={auditColumns(setEvent)}
        keyOf={({ id }) => id}
        noMatch={{
          title: "No matching events",
          description: "Search matches a full email address or API key ID.",
        }}
        none={{
          icon: <IconHistory size={28} stroke={1.5} aria-hidden />,
          title: "No events yet",
          description: "Changes appear here as they are made.",
        }}
      />
      <AuditDrawer event={event} partner={null} onClose={() => setEvent(null)} />
    </>
  );
}

const PARTNER_COLUMN: Column<PlatformAuditEvent> = {
  label: "Partner",
  kind: "text",
  cell: ({ partner }) =>
    partner === null ? (
      <span className={table.none}>Platform</span>
    ) : (
      <TextLink href={partnerPath(partner.code, "/overview")} size="sm">
        {partner.name}
      </TextLink>
    ),
};

/** The columns of the platform's audit log; `onLook` opens the details of an event. */
function auditColumns(onLook: (event: PlatformAuditEvent) => void): Column<PlatformAuditEvent>[] {
  return [sentenceColumn(onLook), PARTNER_COLUMN, TIME_COLUMN];
}
