"use client";

import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { issuesOf } from "@/app/_trpc/failure";
import type { ApiKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { DateTime } from "@/app/_ui/date-time";
import { FailureAlert } from "@/app/_ui/failure-alert";
import { rescueFocus } from "@/app/_ui/rescue-focus";
import { Expiry } from "../../_ui/expiry";
import { useKeyChanged } from "./use-key-changed";

type Props = { subject: ApiKey | null; onClose: () => void };

export function ExpiryDialog({ subject, onClose }: Props) {
  return (
    <Modal
      opened={subject !== null}
      onClose={onClose}
      onExitTransitionEnd={rescueFocus}
      title="Change the expiry"
      size={480}
    >
      {subject && <ExpiryForm of={subject} onClose={onClose} />}
    </Modal>
  );
}

function ExpiryForm({ of: key, onClose }: { of: ApiKey; onClose: () => void }) {
  const trpc = useTRPC();
  const [expiresAt, setExpiresAt] = useState<string | null>(null);
  const onSuccess = useKeyChanged({
    title: "Expiry changed",
    message: "In force from the key's next request on.",
    onDone: onClose,
  });
  const action = useAction(trpc.keys.setExpiry.mutationOptions({ onSuccess }));
  const issues = action.failure ? issuesOf(action.failure) : {};
  const issue = issues.expires_at ?? issues.expiresAt;

  function submit(event: FormEvent) {
    event.preventDefault();
    action.run({ keyId: key.id, expiresAt });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Text size="sm">
          {key.expiresAt ? (
            <>
              Expires on <DateTime at={key.expiresAt} /> so far.
            </>
          ) : (
            "The key does not expire so far."
          )}{" "}
          From that time on it is refused with 401. An expired key never comes back.
        </Text>
        <Expiry onChange={setExpiresAt} error={issue} />
        {!issue && <FailureAlert failure={action.failure} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={action.isRunning}>
            Cancel
          </Button>
          <Button type="submit" loading={action.isRunning}>
            Change expiry
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
