"use client";

import { Button, Code } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { IconFileImport, IconPlus } from "@/app/_ui/icons/icons";
import { PageLink } from "@/app/_ui/layout/page-link";
import { ListPage } from "@/app/_ui/table/list-page";
import { NEXT_PAGE, rowsOf } from "@/app/_ui/table/paging";
import { IMPORT_COLUMNS, isRunning, REFRESH_MS } from "./import-columns";

/** The imports from the console and the command line, with their progress. */
export function ImportsPage() {
  const trpc = useTRPC();
  const list = useInfiniteQuery(
    trpc.imports.list.infiniteQueryOptions(
      {},
      {
        ...NEXT_PAGE,
        refetchInterval: ({ state }) => rowsOf(state.data).some(isRunning) && REFRESH_MS,
      },
    ),
  );
  return (
    <ListPage
      title="Imports"
      description="Files of customers, charges and products, from here or the CLI."
      action={<NewImport />}
      label="Imports"
      list={list}
      columns={IMPORT_COLUMNS}
      keyOf={({ id }) => id}
      none={{
        icon: <IconFileImport size={28} stroke={1.5} aria-hidden />,
        title: "No imports yet",
        description: (
          <>
            Import a file here, or with the CLI: <Code>latchkey import customers FILE</Code>
          </>
        ),
      }}
    />
  );
}

function NewImport() {
  return (
    <Button
      component={PageLink}
      href="/operator/imports/new"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      New import
    </Button>
  );
}
