import { Button } from "@mantine/core";
import { useTRPCClient } from "@/app/_trpc/client";
import type { ImportRun } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { FailureAlert } from "@/app/_ui/feedback/failure-alert";
import { IconDownload } from "@/app/_ui/icons/icons";
import { saveFile } from "@/app/_ui/load/save-file";
import { useUpload } from "../../_ui/upload/uploads";

/**
 * Downloads the rejected rows as they are in the file, with the reasons, to be corrected and imported
 * again. Only in the tab that has the file: the server doesn't keep it.
 */
export function RejectedRows({ run }: { run: ImportRun }) {
  const own = useUpload(run.id);
  const client = useTRPCClient();
  const file = own?.upload.file;
  const download = useAction<void, unknown>({
    mutationFn: async () => {
      if (!file) return;
      const reasons = new Map<number, string>();
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await client.imports.rejections.query({
          runId: run.id,
          limit: 100,
          ...(cursor && { cursor }),
        });
        for (const { line, reason } of page.data) reasons.set(line, reason);
        cursor = page.nextCursor;
      }
      const { rejectedRows } = await import("../../_ui/upload/rejected-rows");
      const name = `${file.name.replace(/\.\w+$/, "")}-rejected.csv`;
      saveFile(name, await rejectedRows(file, reasons));
    },
  });
  if (!file) return null;
  return (
    <>
      <FailureAlert failure={download.failure} />
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
        loading={download.isRunning}
        onClick={() => download.run()}
      >
        Download rejected rows
      </Button>
    </>
  );
}
