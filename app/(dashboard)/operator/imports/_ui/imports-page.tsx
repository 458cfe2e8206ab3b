"use client";

import { Code } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { IconFileImport } from "@/app/_ui/icons/icons";
import { ListPage } from "@/app/_ui/table/list-page";
import { NEXT_PAGE, rowsOf } from "@/app/_ui/table/paging";
import { IMPORT_COLUMNS, isRunning, REFRESH_MS } from "./import-columns";

/** The imports started from the command line, with their progress. */
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
      description="Files imported with the CLI. Re-run the same command to resume an interrupted import."
      label="Imports"
      list={list}
      columns={IMPORT_COLUMNS}
      keyOf={({ id }) => id}
      none={{
        icon: <IconFileImport size={28} stroke={1.5} aria-hidden />,
        title: "No imports yet",
        description: (
          <>
            Start an import from the CLI: <Code>latchkey import customers FILE</Code>
          </>
        ),
      }}
    />
  );
}
