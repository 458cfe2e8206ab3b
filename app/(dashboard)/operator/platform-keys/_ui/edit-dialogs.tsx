import { Text } from "@mantine/core";
import { useTRPC } from "@/app/_trpc/client";
import type { PlatformKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { dialogOf } from "@/app/_ui/dialog/subject-dialog";
import { IMMEDIATELY, useChanged } from "@/app/_ui/feedback/use-changed";
import { EditForm } from "@/app/_ui/form/edit-form";
import { LimitForm } from "@/app/_ui/form/limit-form";
import { NetworksInput, networksIn } from "@/app/(dashboard)/_keys/networks-input";
import { DEFAULT_PLATFORM_PER_MINUTE, limitText } from "@/server/core/keys/limits";

type FormProps = { of: PlatformKey; onClose: () => void };

/** Sets the rate limit of a platform key. */
export const LimitDialog = dialogOf({
  title: ({ label }: PlatformKey) => `Rate limit for ${label}`,
  Form: SetLimit,
});

function SetLimit({ of: key, onClose }: FormProps) {
  const trpc = useTRPC();
  const changed = useChanged(onClose, "platformKeys");
  const action = useAction(
    trpc.platformKeys.setLimit.mutationOptions({
      onSuccess: ({ label, perMinute }) =>
        changed(`Rate limit for ${label}: ${limitText(perMinute)}`, IMMEDIATELY),
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
export const NetworksDialog = dialogOf({
  title: ({ label }: PlatformKey) => `IP addresses of ${label}`,
  Form: SetNetworks,
});

function SetNetworks({ of: key, onClose }: FormProps) {
  const trpc = useTRPC();
  const changed = useChanged(onClose, "platformKeys");
  const action = useAction(
    trpc.platformKeys.setNetworks.mutationOptions({
      onSuccess: ({ label }) => changed(`IP addresses of ${label} updated`, IMMEDIATELY),
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
