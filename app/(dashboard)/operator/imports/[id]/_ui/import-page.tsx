"use client";

import { Box, Group } from "@mantine/core";
import { useInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { ImportRun } from "@/app/_trpc/types";
import { Figure, Figures } from "@/app/_ui/chart/figures";
import { Empty } from "@/app/_ui/feedback/empty";
import { DateTime } from "@/app/_ui/format/moment";
import { Count } from "@/app/_ui/format/money";
import { IconCircleCheck } from "@/app/_ui/icons/icons";
import { BackLink, PageHeader } from "@/app/_ui/layout/page-header";
import { Card, Facts, Section } from "@/app/_ui/layout/section";
import { CopyId, LongText, RowHead } from "@/app/_ui/table/cells";
import { ExportButton } from "@/app/_ui/table/export-button";
import { PagedTable } from "@/app/_ui/table/paged-table";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import type { Column } from "@/app/_ui/table/table-types";
import { ImportStatus, importName, isRunning, REFRESH_MS } from "../../_ui/import-columns";
import { RejectedRows } from "./rejected-rows-button";
import { Running } from "./running";

type RowError = { line: number; reason: string };

const COLUMNS: readonly Column<RowError>[] = [
  {
    label: "Line",
    narrow: "labeled",
    cell: ({ line }) => (
      <RowHead>
        <Count value={line} />
      </RowHead>
    ),
  },
  {
    label: "Error",
    kind: "text",
    cell: ({ reason }) => <LongText>{reason}</LongText>,
  },
];

/** One import: its progress, its results and its rejected lines. */
export function ImportPage({ runId }: { runId: string }) {
  const trpc = useTRPC();
  const { data: run } = useSuspenseQuery(
    trpc.imports.get.queryOptions(
      { runId },
      { refetchInterval: ({ state }) => state.data && isRunning(state.data) && REFRESH_MS },
    ),
  );
  const list = useInfiniteQuery(
    trpc.imports.rejections.infiniteQueryOptions(
      { runId },
      { ...NEXT_PAGE, refetchInterval: isRunning(run) && REFRESH_MS },
    ),
  );
  return (
    <>
      <BackLink href="/operator/imports" label="Imports" />
      <PageHeader title={importName(run)} actions={<ImportStatus of={run} />} />
      {run.finishedAt === null && (
        <Box mb={32}>
          <Running run={run} />
        </Box>
      )}
      <Progress of={run} />
      <Section title="Summary">
        <Card>
          <RunFacts of={run} />
        </Card>
      </Section>
      <Section
        title="Errors"
        actions={
          run.rejected > 0 && (
            <Group gap="sm">
              <RejectedRows run={run} />
              <ExportButton of="import-rejections" filter={{ runId }} />
            </Group>
          )
        }
      >
        <PagedTable
          label="Errors"
          list={list}
          columns={COLUMNS}
          keyOf={({ line }) => `${line}`}
          total={run.rejected}
          empty={
            <Empty
              icon={<IconCircleCheck size={28} stroke={1.5} aria-hidden />}
              title="No errors"
              description={isWhole(run) ? "All rows were imported." : "No errors so far."}
            />
          }
        />
      </Section>
    </>
  );
}

function Progress({ of: { linesDone, imported, existing, rejected } }: { of: ImportRun }) {
  return (
    <Figures label="Rows">
      <Figure label="Lines read">
        <Count value={linesDone} />
      </Figure>
      <Figure label="Imported">
        <Count value={imported} />
      </Figure>
      <Figure label="Already existed">
        <Count value={existing} />
      </Figure>
      <Figure label="Errors">
        <Count value={rejected} />
      </Figure>
    </Figures>
  );
}

function RunFacts({ of: run }: { of: ImportRun }) {
  return (
    <Facts
      of={[
        ["ID", <CopyId key="id" id={run.id} what="import ID" />],
        ["File", run.fileName ?? "—"],
        ["Partner", run.partnerCode ?? "Specified per row"],
        ["Started", <DateTime key="started" at={run.startedAt} />],
        [
          run.canceledAt ? "Canceled" : "Finished",
          run.finishedAt === null ? "—" : <DateTime key="finished" at={run.finishedAt} />,
        ],
      ]}
    />
  );
}

const isWhole = ({ finishedAt, canceledAt }: ImportRun) => finishedAt !== null && !canceledAt;
