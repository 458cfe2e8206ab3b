import { Alert, Button, Group } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import type { Failure } from "@/app/_trpc/failure";

/** Why a change did not come about, beside the button that asked for it. Nothing while all is well. */
export function FailureAlert({ failure }: { failure: Failure | null }) {
  if (!failure) return null;
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
      {failure.message}
    </Alert>
  );
}

/** In place of what could not be read: why, and the way to try again. */
export function ErrorState(props: { title: string; failure: Failure; onRetry: () => void }) {
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      radius="lg"
      title={props.title}
      icon={<IconAlertCircle aria-hidden />}
    >
      {props.failure.message}
      <Group mt="md">
        <Button size="xs" variant="default" onClick={props.onRetry}>
          Try again
        </Button>
      </Group>
    </Alert>
  );
}
