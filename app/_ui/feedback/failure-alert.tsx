import { Alert, Button, Group } from "@mantine/core";
import type { Failure } from "@/app/_trpc/failure";
import { IconAlertCircle } from "@/app/_ui/icons/icons";

/** Explains why an action failed, beside its button; renders nothing otherwise. */
export function FailureAlert({ failure }: { failure: Failure | null }) {
  if (!failure) return null;
  return (
    <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
      {failure.message}
    </Alert>
  );
}

/** Error state of a query, with a retry button unless what it reads does not exist. */
export function ErrorState(props: { title: string; failure: Failure; onRetry: () => void }) {
  return (
    <Alert
      role="alert"
      color="red"
      radius="lg"
      title={props.title}
      icon={<IconAlertCircle aria-hidden />}
    >
      {props.failure.message}
      {props.failure.code !== "not_found" && (
        <Group mt="md">
          <Button size="xs" variant="default" onClick={props.onRetry}>
            Try again
          </Button>
        </Group>
      )}
    </Alert>
  );
}
