"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { DefinedScope } from "@/app/_trpc/types";
import { Empty } from "@/app/_ui/feedback/empty";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Count } from "@/app/_ui/format/money";
import { IconPlus, IconShieldLock } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { RowHead } from "@/app/_ui/table/cells";
import { DataTable } from "@/app/_ui/table/data-table";
import { RowMenu } from "@/app/_ui/table/row-menu";
import type { Column } from "@/app/_ui/table/table-types";
import { ScopeDialog, type ScopeTask } from "./scope-dialog";
import classes from "./scopes-page.module.css";

const COLUMNS: readonly Column<DefinedScope>[] = [
  {
    label: "Scope",
    kind: "sentence",
    cell: ({ name, description, isBeingRemoved }) => (
      <RowHead
        note={isBeingRemoved ? "Removal interrupted. Remove it again to finish." : description}
      >
        <code className={classes.name}>{name}</code>
      </RowHead>
    ),
  },
  { label: "Active keys", kind: "amount", cell: ({ keys }) => <Count value={keys} /> },
  { label: "Partners", kind: "amount", cell: ({ partners }) => <Count value={partners} /> },
  {
    label: "Created",
    narrow: "hidden",
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];

export function ScopesPage() {
  const list = useQuery(useTRPC().scopes.listAll.queryOptions());
  const [task, setTask] = useState<ScopeTask | null>(null);
  const actions: Column<DefinedScope> = {
    label: "Actions",
    kind: "actions",
    cell: ({ name, isBeingRemoved }) => (
      <RowMenu
        of={name}
        actions={[
          !isBeingRemoved && {
            label: "Edit description",
            onClick: () => setTask({ kind: "describe", name }),
          },
          {
            label: "Remove scope",
            isDanger: true,
            onClick: () => setTask({ kind: "remove", name }),
          },
        ]}
      />
    ),
  };
  const add = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setTask({ kind: "define" })}
    >
      New scope
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Scopes"
        description="Permissions of your own API. Partners give them to their keys, and your API checks them."
        actions={add}
      />
      {!list.data ? (
        <QueryStatus of={list} what="the scopes" rows={4} />
      ) : list.data.length === 0 ? (
        <Empty
          icon={<IconShieldLock size={28} stroke={1.5} aria-hidden />}
          title="No scopes yet"
          description="Define a scope, such as orders:read, for each permission of your own API."
        />
      ) : (
        <DataTable
          label="Scopes"
          columns={[...COLUMNS, actions]}
          rows={list.data}
          keyOf={({ name }) => name}
        />
      )}
      <ScopeDialog task={task} scopes={list.data ?? []} onClose={() => setTask(null)} />
    </>
  );
}
