"use client";

import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { PlatformKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { toast } from "@/app/_ui/feedback/toast";
import { EditForm } from "@/app/_ui/form/edit-form";
import { IMMEDIATELY, LimitForm } from "@/app/_ui/form/limit-form";
import {
  NetworksInput,
  networksIn,
} from "@/app/(dashboard)/partners/[partner]/api-keys/_ui/networks-input";
import { DEFAULT_PLATFORM_PER_MINUTE, limitText } from "@/server/core/keys/limits";

type Props = { of: PlatformKey | null; onClose: () => void };
type FormProps = { of: PlatformKey; onClose: () => void };

/** Sets the rate limit of a platform key. */
export function LimitDialog({ of: key, onClose }: Props) {
  return (
    <SubjectDialog subject={key} title={({ label }) => `Rate limit for ${label}`} onClose={onClose}>
      {(shown) => <SetLimit of={shown} onClose={onClose} />}
    </SubjectDialog>
  );
}

function SetLimit({ of: key, onClose }: FormProps) {
  const trpc = useTRPC();
  const done = useDone(onClose);
  const action = useAction(
    trpc.platformKeys.setLimit.mutationOptions({
      onSuccess: ({ label, perMinute }) => done(`Rate limit for ${label}: ${limitText(perMinute)}`),
    }),
  );
  return (
    <LimitForm
      of={key}
      defaultPerMinute={DEFAULT_PLATFORM_PER_MINUTE}
      action={action}
      onSubmit={(perMinute, seen) => action.run({ keyId: key.id, perMinute, seen })}
      onCancel={onClose}
    />
  );
}

/** Edits the addresses that a platform key can be used from. */
export function NetworksDialog({ of: key, onClose }: Props) {
  return (
    <SubjectDialog
      subject={key}
      title={({ label }) => `IP addresses of ${label}`}
      onClose={onClose}
    >
      {(shown) => <SetNetworks of={shown} onClose={onClose} />}
    </SubjectDialog>
  );
}

function SetNetworks({ of: key, onClose }: FormProps) {
  const trpc = useTRPC();
  const done = useDone(onClose);
  const action = useAction(
    trpc.platformKeys.setNetworks.mutationOptions({
      onSuccess: ({ label }) => done(`IP addresses of ${label} updated`),
    }),
  );
  return (
    <EditForm
      saved={{ allowedNetworks: key.allowedNetworks }}
      valuesOf={({ allowedNetworks }) => ({ text: allowedNetworks.join("\n") })}
      action={action}
      confirm={({ text }) =>
        networksIn(text).length === 0 ? "Allow any address" : "Save addresses"
      }
      onSubmit={({ text }, seen) =>
        action.run({ keyId: key.id, allowedNetworks: networksIn(text), seen })
      }
      onCancel={onClose}
    >
      {({ text }, change) => (
        <>
          <NetworksInput
            value={text}
            onChange={(next) => change({ text: next })}
            error={action.issues.allowedNetworks}
          />
          {networksIn(text).length > 0 && (
            <Text size="sm">Requests from other addresses return 403 immediately.</Text>
          )}
        </>
      )}
    </EditForm>
  );
}

/** Shows the change in the list, and says what has changed. */
function useDone(onClose: () => void): (title: string) => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return async (title) => {
    await queryClient.invalidateQueries({ queryKey: trpc.platformKeys.pathKey() });
    toast({ title, message: IMMEDIATELY });
    onClose();
  };
}
