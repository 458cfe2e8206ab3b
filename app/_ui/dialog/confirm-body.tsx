import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { ActionState } from "@/app/_trpc/use-action";
import { FailureAlert } from "@/app/_ui/feedback/failure-alert";
import { DialogFooter } from "./dialog-footer";

type Props = {
  /** The consequences, in full sentences. */
  children: ReactNode;
  /** Additional content, such as an alert. */
  input?: ReactNode;
  action: ActionState;
  confirm: string;
  isDestructive?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** The body of a confirmation dialog. The cancel button has the focus. */
export function ConfirmBody({ children, input, action, ...footer }: Props) {
  return (
    <Stack gap="lg">
      <Text size="sm">{children}</Text>
      {input}
      <DialogFooter
        {...footer}
        notice={<FailureAlert failure={action.failure} />}
        isRunning={action.isRunning}
        first="cancel"
      />
    </Stack>
  );
}
