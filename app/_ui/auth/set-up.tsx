import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { useSecretAction } from "@/app/_trpc/use-action";
import { useDialogBusy } from "@/app/_ui/dialog/busy";
import { useLeaveWarning } from "@/app/_ui/dialog/use-leave-warning";
import { FailureAlert } from "@/app/_ui/feedback/failure-alert";
import { CopyButton } from "@/app/_ui/form/copy-button";
import { Form } from "@/app/_ui/form/form";
import { CodeInput } from "./code-input";
import { CurrentPassword } from "./current-password";
import { QrCode } from "./qr-code";
import { RecoveryCodes, useNewCodes } from "./recovery-codes";
import classes from "./second-factor.module.css";

type Props = {
  /** Called when the second factor is on, before the user closes the recovery codes. */
  onEnabled?: () => void;
  onDone: () => void;
};
type Step = { secret: string; uri: string };

/** Sets up a second factor: password, authenticator app and first code, recovery codes. */
export function SetUp({ onEnabled, onDone }: Props) {
  const [step, setStep] = useState<Step | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (!step) return <PasswordStep onStarted={setStep} />;
  return (
    <AppStep
      step={step}
      onStale={() => setStep(null)}
      onEnabled={(made) => {
        setStep(null);
        setCodes(made);
        onEnabled?.();
      }}
    />
  );
}

function PasswordStep({ onStarted }: { onStarted: (step: Step) => void }) {
  const client = useTRPCClient();
  const [current, setCurrent] = useState("");
  const action = useSecretAction(async () =>
    onStarted(await client.security.beginSecondFactor.mutate({ current })),
  );
  const { issues } = action;
  useDialogBusy(action.isRunning);
  return (
    <Form isRunning={action.isRunning} onSubmit={action.run}>
      <Stack gap="md">
        <Text size="sm">
          You&apos;ll need an authenticator app such as 1Password, Google Authenticator or Authy.
        </Text>
        <CurrentPassword value={current} onChange={setCurrent} error={issues.current} isFirst />
        {!issues.current && <FailureAlert failure={action.failure} />}
        <Group justify="flex-end">
          <Button type="submit" loading={action.isRunning} disabled={current === ""}>
            Continue
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

type AppStepProps = {
  step: Step;
  onStale: () => void;
  onEnabled: (recoveryCodes: readonly string[]) => void;
};

function AppStep({ step, onStale, onEnabled }: AppStepProps) {
  const client = useTRPCClient();
  const [code, setCode] = useState("");
  const make = useNewCodes(onEnabled);
  const action = useSecretAction(() =>
    make(() => client.security.confirmSecondFactor.mutate({ code })),
  );
  const { issues } = action;
  useDialogBusy(action.isRunning);
  useLeaveWarning(action.isRunning);
  const isStale = action.failure?.code === "conflict";
  return (
    <Form isRunning={action.isRunning} onSubmit={action.run}>
      <Stack gap="md">
        <div className={classes.scan}>
          <QrCode text={step.uri} label="QR code for your authenticator app" />
          <ol className={classes.steps}>
            <li>
              Scan the QR code,{" "}
              <span className={classes.onTouch}>
                <Anchor href={step.uri} inherit>
                  open your app on this device
                </Anchor>
                ,{" "}
              </span>
              or enter this setup key:
              <code className={classes.secret}>{step.secret.match(/.{4}/g)?.join(" ")}</code>
              <CopyButton label="Copy key" variant="subtle" read={() => step.secret} />
            </li>
            <li>Enter the 6-digit code from your app.</li>
          </ol>
        </div>
        <CodeInput value={code} onChange={setCode} error={issues.code} autoFocus />
        {!issues.code && <FailureAlert failure={action.failure} />}
        <Group justify="flex-end">
          {isStale ? (
            <Button onClick={onStale}>Start over</Button>
          ) : (
            <Button type="submit" loading={action.isRunning} disabled={code.trim().length < 6}>
              Enable
            </Button>
          )}
        </Group>
      </Stack>
    </Form>
  );
}
