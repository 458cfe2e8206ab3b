import { Alert, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { ImportRun } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { useRefresh } from "@/app/_trpc/use-refresh";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { FailureAlert } from "@/app/_ui/feedback/failure-alert";
import { useChanged } from "@/app/_ui/feedback/use-changed";
import { IconAlertTriangle } from "@/app/_ui/icons/icons";
import { Card, Section } from "@/app/_ui/layout/section";
import { importName } from "../../_ui/import-columns";
import { FileField } from "../../_ui/upload/file-field";
import type { Upload, UploadState } from "../../_ui/upload/upload";
import { removeUpload, useUpload } from "../../_ui/upload/uploads";
import { useChosenFile } from "../../_ui/upload/use-chosen-file";
import { useStart } from "../../_ui/upload/use-start";

/** Shows an unfinished import, with buttons to continue and to cancel it. */
export function Running({ run }: { run: ImportRun }) {
  const own = useUpload(run.id);
  const [canceling, setCanceling] = useState<ImportRun | null>(null);
  const cancel = () => setCanceling(run);
  return (
    <>
      {own ? <OwnUpload {...own} onCancel={cancel} /> : <Elsewhere run={run} onCancel={cancel} />}
      <SubjectDialog
        subject={canceling}
        title={(shown) => `Cancel import of ${importName(shown).toLowerCase()}`}
        onClose={() => setCanceling(null)}
      >
        {(shown) => <CancelForm run={shown} onClose={() => setCanceling(null)} />}
      </SubjectDialog>
    </>
  );
}

type OwnProps = { upload: Upload; state: UploadState; onCancel: () => void };

/** The upload of this tab. */
function OwnUpload({ upload, state, onCancel }: OwnProps) {
  const { status, message, share } = state;
  const refresh = useEffectEvent(useRefresh("imports"));
  const isDone = status === "done";
  useEffect(() => {
    if (isDone) void refresh();
  }, [isDone]);
  return (
    <Section title="Upload">
      <Card>
        <Stack gap="md">
          <Progress
            value={100 * share}
            color={status === "running" || isDone ? undefined : "brass"}
            aria-label="Uploaded"
          />
          <Text size="sm" role="status">
            {TEXTS[status]}
            {status !== "stopped" && ` ${Math.floor(100 * share)}% of ${upload.file.name}.`}
          </Text>
          {message && (
            <Alert color="brass" role="alert" icon={<IconAlertTriangle aria-hidden />}>
              {message}
            </Alert>
          )}
          <Group gap="sm">
            {(status === "running" || status === "waiting") && (
              <Button variant="default" onClick={upload.pause}>
                Pause
              </Button>
            )}
            {status === "paused" && <Button onClick={upload.resume}>Resume</Button>}
            {status === "stopped" && (
              <>
                <Button onClick={upload.resume}>Try again</Button>
                <Button variant="default" onClick={() => removeUpload(upload.runId)}>
                  Choose another file
                </Button>
              </>
            )}
            {!isDone && (
              <Button variant="subtle" color="red" onClick={onCancel}>
                Cancel import
              </Button>
            )}
          </Group>
        </Stack>
      </Card>
    </Section>
  );
}

const TEXTS: Record<UploadState["status"], string> = {
  running: "Uploading. Keep this tab open.",
  paused: "Paused.",
  waiting: "Waiting to try again.",
  stopped: "The upload stopped.",
  done: "Uploaded.",
};

/** An import that another tab, computer or the CLI runs or has left. */
function Elsewhere({ run, onCancel }: { run: ImportRun; onCancel: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const trpc = useTRPC();
  const columns = useQuery(
    trpc.imports.columns.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const known = columns.data?.[run.kind] ?? NONE;
  const chosen = useChosenFile(columns.data ? file : null, known);
  const fileHash = chosen.status === "ready" ? chosen.checked.hash : "";
  const { kind, partnerCode: partner } = run;
  const found = useQuery(
    trpc.imports.find.queryOptions({ kind, partner, fileHash }, { enabled: fileHash !== "" }),
  );
  const isSame = found.data?.run?.id === run.id;
  const start = useStart();
  const action = useAction<string, unknown>({
    mutationFn: async () => {
      if (file === null) throw new Error("no file");
      return start({ kind, partner, file, fileHash, known });
    },
  });
  const other = `This isn't the file of this import.${run.fileName ? ` Choose ${run.fileName}.` : ""}`;
  return (
    <Section title={run.isBrokenOff ? "Interrupted" : "Running elsewhere"}>
      <Card>
        <Stack gap="md" maw={560}>
          <Text size="sm">
            {run.isBrokenOff
              ? "Choose the same file to continue after the last row that was processed."
              : "Another tab, computer or the CLI is importing this file. Choose the same file to continue it here."}
          </Text>
          <FileField
            file={file}
            onChange={setFile}
            chosen={chosen}
            fault={found.data && !isSame ? other : null}
          />
          <FailureAlert failure={action.failure} />
          <Group gap="sm">
            <Button disabled={!isSame} loading={action.isRunning} onClick={() => action.run()}>
              Continue import
            </Button>
            <Button variant="subtle" color="red" onClick={onCancel}>
              Cancel import
            </Button>
          </Group>
        </Stack>
      </Card>
    </Section>
  );
}

const NONE: readonly string[] = [];

function CancelForm({ run, onClose }: { run: ImportRun; onClose: () => void }) {
  const trpc = useTRPC();
  const changed = useChanged(onClose, "imports");
  const cancel = useAction(
    trpc.imports.cancel.mutationOptions({
      onSuccess: () => {
        removeUpload(run.id);
        return changed("Import canceled", "The rows imported so far were kept.");
      },
    }),
  );
  return (
    <ConfirmBody
      confirm="Cancel import"
      isDestructive
      action={cancel}
      onCancel={onClose}
      onConfirm={() => cancel.run({ runId: run.id })}
    >
      The rows imported so far are kept. To import the rest, start a new import of the same file:
      existing rows are skipped.
    </ConfirmBody>
  );
}
