import { Alert, Button, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Action } from "@/app/_trpc/use-action";
import { FailureAlert } from "@/app/_ui/feedback/failure-alert";
import { RelativeTime } from "@/app/_ui/format/moment";
import { IconAlertTriangle } from "@/app/_ui/icons/icons";
import classes from "./leak-alert.module.css";

type Place = { id: string; source: string; url: string | null; reportedAt: string };

type Props = {
  title: string;
  /** Which key it is, where the title could be that of several. */
  shown?: ReactNode;
  /** The advice below the title. */
  note: string;
  places: readonly Place[];
  /** Null: it is not offered. */
  dismiss: Pick<Action<void>, "failure" | "isRunning"> | null;
  onDismiss: () => void;
};

/** Warns about a key that was found in public. */
export function LeakAlert({ title, shown, note, places, dismiss, onDismiss }: Props) {
  return (
    <Alert
      color="red"
      mb="lg"
      radius="lg"
      role="note"
      title={title}
      icon={<IconAlertTriangle aria-hidden />}
    >
      {shown}
      <Text size="sm">It was found in public. {note}</Text>
      <ul className={classes.places}>
        {places.map(({ id, source, url, reportedAt }) => (
          <li key={id}>
            <span>{url ?? `Unknown URL (${source})`}</span>, reported{" "}
            <RelativeTime at={reportedAt} />
          </li>
        ))}
      </ul>
      {dismiss && (
        <>
          <FailureAlert failure={dismiss.failure} />
          <Button
            variant="default"
            size="xs"
            mt="sm"
            loading={dismiss.isRunning}
            onClick={onDismiss}
          >
            Dismiss
          </Button>
        </>
      )}
    </Alert>
  );
}
