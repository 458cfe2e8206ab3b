import { Alert } from "@mantine/core";
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
