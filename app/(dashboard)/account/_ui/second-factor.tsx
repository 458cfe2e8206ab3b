import { Alert, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { useMe } from "@/app/_trpc/use-me";
import { setUnsavedCodes, useUnsavedCodes } from "@/app/_ui/auth/unsaved-codes";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { Status } from "@/app/_ui/feedback/status";
import { RelativeTime } from "@/app/_ui/format/moment";
import { IconAlertTriangle } from "@/app/_ui/icons/icons";
import { onDemand } from "@/app/_ui/load/on-demand";
import type { SecondFactorTask } from "./second-factor-dialog";

const SecondFactorDialog = onDemand({
  load: async () => (await import("./second-factor-dialog")).SecondFactorDialog,
  isOpen: ({ task }) => task !== null,
});

const FEW_CODES = 3;

/** Shows whether the second factor is on, with buttons to change it. */
export function SecondFactor() {
  const trpc = useTRPC();
  const state = useQuery(trpc.security.secondFactor.queryOptions());
  const isUnsaved = useUnsavedCodes(useMe().user.id);
  const [task, setTask] = useState<SecondFactorTask | null>(null);
  if (!state.data) {
    const loading = <Skeleton height={72} radius="md" />;
    return <QueryStatus of={state} what="two-factor authentication" loading={loading} />;
  }
  const { enabledAt, recoveryCodesLeft, isRequired } = state.data;
  return (
    <Stack gap="md">
      {enabledAt ? (
        <>
          {isUnsaved && (
            <Alert
              color="brass"
              icon={<IconAlertTriangle aria-hidden />}
              withCloseButton
              closeButtonLabel="Dismiss"
              onClose={() => setUnsavedCodes(null)}
            >
              Your latest recovery codes were not shown, or you didn&apos;t save them. They
              can&apos;t be shown again. Generate new ones.
            </Alert>
          )}
          <div>
            <Status tone="good" label="On" />
            <Text size="sm" c="dimmed" mt={4}>
              Enabled <RelativeTime at={enabledAt} />. {leftOf(recoveryCodesLeft)}
            </Text>
          </div>
          <Group gap="sm">
            <Button variant="default" onClick={() => setTask("renew")}>
              New recovery codes
            </Button>
            <Button variant="default" onClick={() => setTask("disable")}>
              {isRequired ? "Reset two-factor authentication" : "Disable"}
            </Button>
          </Group>
        </>
      ) : (
        <>
          <Status tone="idle" label="Off" />
          <div>
            <Button onClick={() => setTask("set-up")}>Enable</Button>
          </div>
        </>
      )}
      <SecondFactorDialog task={task} isRequired={isRequired} onClose={() => setTask(null)} />
    </Stack>
  );
}

function leftOf(count: number): string {
  if (count === 0) return "No recovery codes left. Generate new ones now.";
  const left = count === 1 ? "1 recovery code left" : `${count} recovery codes left`;
  return count < FEW_CODES ? `${left}. Generate new codes soon.` : `${left}.`;
}
