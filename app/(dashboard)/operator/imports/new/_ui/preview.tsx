import { Alert, Button, Group, Stack } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { ImportPreview, ImportRun } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { Figure, Figures } from "@/app/_ui/chart/figures";
import { ErrorState, FailureAlert } from "@/app/_ui/feedback/failure-alert";
import { LoadingRows } from "@/app/_ui/feedback/loading";
import { DateTime } from "@/app/_ui/format/moment";
import { Count } from "@/app/_ui/format/money";
import { IconAlertTriangle } from "@/app/_ui/icons/icons";
import { Section } from "@/app/_ui/layout/section";
import { UPLOAD_BYTES } from "@/server/core/imports/parts";
import type { ImportKind } from "@/server/core/imports/schema";
import type { CheckedFile } from "../../_ui/upload/check-file";
import { previewOf, useStart } from "../../_ui/upload/use-start";
import { PreviewTable } from "./preview-table";

export type Previewed = {
  kind: ImportKind;
  partner: string | null;
  file: File;
  checked: CheckedFile;
  known: readonly string[];
};

/** Shows the first rows of a file, as the server checked them, and the number of all rows. */
export function Preview({ of }: { of: Previewed }) {
  const { kind, partner, checked } = of;
  const trpc = useTRPC();
  const earlier = useQuery(
    trpc.imports.find.queryOptions({ kind, partner, fileHash: checked.hash }),
  );
  const preview = useMutation(trpc.imports.preview.mutationOptions());
  const lines = previewOf(checked.sample, UPLOAD_BYTES);
  const check = () => preview.mutate({ kind, partner, lines });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the file is another component's key
  useEffect(check, []);
  const { data, error } = preview;
  return (
    <Section title="Preview">
      <Stack gap="lg">
        {error ? (
          <ErrorState title="Couldn't check the file" failure={failureOf(error)} onRetry={check} />
        ) : data === undefined || earlier.isPending ? (
          <LoadingRows what="the preview" rows={5} />
        ) : checked.sample.length === 0 ? (
          <Warnings checked={checked} lifted={0} run={null} />
        ) : (
          <>
            <Outcome of={data} checked={checked} shown={lines.rows.length} />
            <Warnings checked={checked} lifted={data.lifted} run={earlier.data?.run ?? null} />
            <PreviewTable checked={checked} rejected={data.rejected} />
            <Start of={of} run={earlier.data?.run ?? null} />
          </>
        )}
      </Stack>
    </Section>
  );
}

type OutcomeProps = { of: ImportPreview; checked: CheckedFile; shown: number };

function Outcome({ of: { imported, existing, rejected }, checked, shown }: OutcomeProps) {
  const ofThese = `of the first ${shown}`;
  return (
    <Figures label="Preview">
      <Figure label="Rows">
        <Count value={checked.rows} />
      </Figure>
      <Figure label="New" note={ofThese}>
        <Count value={imported} />
      </Figure>
      <Figure label="Already exist" note={ofThese}>
        <Count value={existing} />
      </Figure>
      <Figure label="Errors" note={ofThese}>
        <Count value={rejected.length} />
      </Figure>
    </Figures>
  );
}

type WarningsProps = { checked: CheckedFile; lifted: number; run: ImportRun | null };

function Warnings({ checked, lifted, run }: WarningsProps) {
  const { unreadable, firstUnreadable, rows } = checked;
  const [first] = firstUnreadable;
  return (
    <>
      {first && (
        <Warning title={unreadable < rows ? "Some rows can't be read" : "No row can be read"}>
          {unreadable < rows && (
            <>
              <Count value={unreadable} /> {unreadable === 1 ? "row" : "rows"} will be rejected.{" "}
            </>
          )}
          Line <Count value={first.line} />: {first.reason}
          {first.reason.includes("UTF-8") && " Save the file as UTF-8 and choose it again."}
        </Warning>
      )}
      {lifted > 0 && (
        <Warning title="Partners' prices will be raised">
          Prices that the first rows raise to a higher minimum price: <Count value={lifted} />.
        </Warning>
      )}
      {run && <Earlier run={run} />}
    </>
  );
}

function Earlier({ run }: { run: ImportRun }) {
  const line = <Count value={run.linesDone} />;
  if (run.canceledAt) return null;
  if (run.finishedAt) {
    return (
      <Warning title="This file was imported before">
        It was imported on <DateTime at={run.finishedAt} />. Rows that exist are skipped.
      </Warning>
    );
  }
  return run.isBrokenOff ? (
    <Warning title="This import was interrupted">It continues after line {line}.</Warning>
  ) : (
    <Warning title="This file is being imported">
      It is at line {line}. If you continue it here, it stops elsewhere.
    </Warning>
  );
}

function Warning({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Alert color="brass" title={title} icon={<IconAlertTriangle aria-hidden />}>
      {children}
    </Alert>
  );
}

function Start({ of, run }: { of: Previewed; run: ImportRun | null }) {
  const router = useRouter();
  const start = useStart();
  const { checked, ...rest } = of;
  const action = useAction<string, unknown>({
    mutationFn: () => start({ ...rest, fileHash: checked.hash }),
    onSuccess: (runId) => router.push(`/operator/imports/${runId}`),
  });
  const continues = run !== null && run.finishedAt === null;
  return (
    <Stack gap="md">
      <FailureAlert failure={action.failure} />
      <Group>
        <Button loading={action.isRunning} onClick={() => action.run()}>
          {continues ? "Continue import" : "Start import"}
        </Button>
      </Group>
    </Stack>
  );
}
