import { Alert, FileInput, Progress, Stack, Text } from "@mantine/core";
import { Count } from "@/app/_ui/format/money";
import { IconAlertCircle, IconFileImport } from "@/app/_ui/icons/icons";
import type { ChosenFile } from "./use-chosen-file";
import { useDroppedFile } from "./use-dropped-file";

type Props = {
  file: File | null;
  onChange: (file: File | null) => void;
  chosen: ChosenFile;
  /** Another reason why the file can't be used. */
  fault?: string | null;
};

/** A field for the file to import, with what is wrong with it. */
export function FileField({ file, onChange, chosen, fault = null }: Props) {
  const { mistake, forget } = useDroppedFile(onChange);
  const message = chosen.status === "unusable" ? chosen.message : fault;
  return (
    <Stack gap="sm">
      <FileInput
        label="File"
        description="CSV with a header, or JSON lines (.ndjson, .jsonl), in UTF-8."
        placeholder="Choose file, or drop it on this page"
        accept=".csv,.ndjson,.jsonl,.txt,text/csv,application/x-ndjson"
        leftSection={<IconFileImport size={16} stroke={1.6} aria-hidden />}
        value={file}
        error={mistake}
        onChange={(next) => {
          forget();
          onChange(next);
        }}
        clearable
        clearButtonProps={{ "aria-label": "Remove file" }}
      />
      {chosen.status === "reading" && (
        <Progress value={100 * chosen.share} aria-label="Reading the file" />
      )}
      {chosen.status === "ready" && (
        <Text size="sm" c="dimmed" role="status">
          <Count value={chosen.checked.rows} /> {chosen.checked.rows === 1 ? "row" : "rows"}
        </Text>
      )}
      {message !== null && (
        <Alert
          role="alert"
          color="red"
          title="Can't import this file"
          icon={<IconAlertCircle aria-hidden />}
        >
          {message}
        </Alert>
      )}
    </Stack>
  );
}
