"use client";

import { Anchor } from "@mantine/core";
import Link from "next/link";
import type { ReactNode } from "react";
import type { AuditEvent } from "@/app/_trpc/types";
import { DataTable } from "@/app/_ui/data-table";
import { PAGES } from "@/app/_ui/pages";
import { RelativeTime } from "@/app/_ui/relative-time";
import table from "@/app/_ui/table.module.css";
import classes from "./audit-table.module.css";

type Props = {
  rows: readonly AuditEvent[];
  /** The rows are those of an earlier question, until the new ones are there. */
  isOld: boolean;
  footer: ReactNode;
  /** Shows only what was done to one thing. */
  onSubject: (subject: string) => void;
};

/** What was done, the last first: each row a sentence. */
export function AuditTable({ rows, isOld, footer, onSubject }: Props) {
  return (
    <div aria-busy={isOld} className={table.busy}>
      <DataTable
        label="Audit log"
        rows={rows}
        keyOf={({ id }) => id}
        footer={footer}
        columns={[
          {
            label: "What",
            cell: ({ actor, sentence }) => (
              <span className={classes.sentence}>
                <strong>{actor.name}</strong> {sentence}
              </span>
            ),
          },
          {
            label: "Subject",
            cell: ({ subject }) => <Subject id={subject} onSubject={onSubject} />,
          },
          {
            label: "From",
            cell: ({ address, actor }) =>
              address ? (
                <code className={table.code}>{address}</code>
              ) : (
                <span className={table.none}>
                  {actor.kind === "operator" ? "Not shown" : "Unknown"}
                </span>
              ),
          },
          { label: "When", kind: "time", cell: ({ at }) => <RelativeTime at={at} /> },
        ]}
      />
    </div>
  );
}

/** Where the subject has a page it leads there; and to all that was done to it. */
function Subject({ id, onSubject }: { id: string; onSubject: (id: string) => void }) {
  const page = PAGES.partner.find(({ finds }) => finds && id.startsWith(finds.prefix));
  return (
    <span className={classes.subject}>
      {page?.finds && (
        <Anchor component={Link} size="sm" href={page.finds.href(id)}>
          Open {page.finds.what}
        </Anchor>
      )}
      <Anchor
        component="button"
        type="button"
        size="sm"
        c="dimmed"
        underline="hover"
        title={`Everything that was done to ${id}`}
        onClick={() => onSubject(id)}
      >
        History
      </Anchor>
    </span>
  );
}
