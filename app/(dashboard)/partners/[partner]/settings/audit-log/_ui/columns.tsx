"use client";

import { Anchor } from "@mantine/core";
import type { AuditEvent } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { RelativeTime } from "@/app/_ui/format/moment";
import { PageLink } from "@/app/_ui/layout/page-link";
import { pagesFor } from "@/app/_ui/layout/pages";
import { CodeOrNone } from "@/app/_ui/table/cells";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import classes from "./columns.module.css";

/** The columns of the audit log, one sentence per row; `onSubject` filters by the subject. */
export function columnsOf(onSubject: (subject: string) => void): Column<AuditEvent>[] {
  return [
    {
      label: "Event",
      cell: ({ actor, sentence }) => (
        <span className={`${table.clamp} ${classes.sentence}`} title={`${actor.name} ${sentence}`}>
          <strong>{actor.name}</strong> {sentence}
        </span>
      ),
    },
    {
      label: "Resource",
      cell: ({ subject }) => <Subject id={subject} onSubject={onSubject} />,
    },
    {
      label: "IP address",
      kind: "text",
      cell: ({ address, actor }) =>
        actor.kind === "operator" ? (
          <span className={table.none} title="IP addresses of the platform team are not shown">
            Hidden
          </span>
        ) : (
          <CodeOrNone of={address} none="—" />
        ),
    },
    { label: "Time", cell: ({ at }) => <RelativeTime at={at} /> },
  ];
}

/** Links to the subject's page, if it has one, and to all its events. */
function Subject({ id, onSubject }: { id: string; onSubject: (id: string) => void }) {
  const pages = pagesFor(usePartnerCode(), false);
  const page = pages.find(({ finds }) => finds && id.startsWith(finds.prefix));
  return (
    <span className={classes.subject}>
      {page?.finds && (
        <Anchor component={PageLink} size="sm" href={page.finds.href + id}>
          Open {page.finds.what}
        </Anchor>
      )}
      <Anchor
        component="button"
        type="button"
        size="sm"
        c="dimmed"
        underline="hover"
        title={`View all events for ${id}`}
        onClick={() => onSubject(id)}
      >
        History
      </Anchor>
    </span>
  );
}
