import { NativeSelect, Text } from "@mantine/core";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { Alert, AlertCreate } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { useRefresh } from "@/app/_trpc/use-refresh";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { ActionForm } from "@/app/_ui/form/action-form";
import { EditForm } from "@/app/_ui/form/edit-form";
import { type AlertKind, ruleText } from "@/server/core/alerts/titles";
import { isThreshold, KINDS, THRESHOLDS, ThresholdInput, thresholdMistake } from "./threshold";
import { useTargets } from "./use-targets";

type FormProps = { onClose: () => void };

/** Creates an alert. */
export function NewAlertForm({ onClose }: FormProps) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const [kind, setKind] = useState<AlertKind>("rate_limited_share");
  const [threshold, setThreshold] = useState<number | string>(THRESHOLDS[kind].value);
  const [mistake, setMistake] = useState<string | null>(null);
  const { targets, none, isLoading } = useTargets(kind);
  const [chosen, setChosen] = useState("");
  const target = targets.find(({ value }) => value === chosen) ?? targets[0];
  const onSuccess = useDone(onClose);
  const action = useAction(trpc.alerts.create.mutationOptions({ onSuccess }));

  function submit() {
    const found = thresholdMistake(kind, threshold);
    setMistake(found);
    if (found !== null || !target) return;
    const rule = { kind, target: target.value || null, threshold: Number(threshold) };
    action.run({ partner, ...(rule as AlertCreate) });
  }

  return (
    <ActionForm
      action={action}
      confirm="Create alert"
      isDisabled={!target}
      onCancel={onClose}
      onSubmit={submit}
    >
      <NativeSelect
        data-autofocus
        label="Metric"
        data={KINDS}
        value={kind}
        onChange={({ currentTarget: { value } }) => {
          const next = KINDS.find((one) => one.value === value)?.value ?? kind;
          setKind(next);
          setThreshold(THRESHOLDS[next].value);
          setMistake(null);
          action.reset();
        }}
      />
      <NativeSelect
        label={kind === "endpoint_success" ? "Webhook endpoint" : "API key"}
        description={!isLoading && targets.length === 0 && none}
        data={targets.map(({ value, label }) => ({ value, label }))}
        value={target?.value ?? ""}
        disabled={targets.length === 0}
        error={action.issues.target}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <ThresholdInput
        kind={kind}
        value={threshold}
        error={mistake ?? action.issues.threshold}
        onChange={setThreshold}
      />
      {target && isThreshold(kind, threshold) && (
        <Preview rule={ruleText(kind, Number(threshold), target.name)} />
      )}
    </ActionForm>
  );
}

function Preview({ rule }: { rule: string }) {
  return (
    <Text size="sm" c="dimmed" aria-live="polite">
      Alert when: {rule}
    </Text>
  );
}

/** Closes the dialog once the list is up to date. */
function useDone(onClose: () => void) {
  const refresh = useRefresh("alerts");
  return async () => {
    await refresh();
    onClose();
  };
}

type OfAlert = FormProps & { alert: Alert };

/** Changes the threshold of an alert. */
export function EditAlertForm({ alert, onClose }: OfAlert) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const onSuccess = useDone(onClose);
  const action = useAction(trpc.alerts.update.mutationOptions({ onSuccess }));
  const { kind } = alert;
  return (
    <EditForm
      saved={{ threshold: alert.threshold }}
      valuesOf={({ threshold }): { threshold: number | string } => ({ threshold })}
      action={action}
      confirm="Save threshold"
      onCancel={onClose}
      mistakesIn={({ threshold }) => ({ threshold: thresholdMistake(kind, threshold) })}
      onSubmit={({ threshold }, seen) =>
        action.run({ partner, alertId: alert.id, threshold: Number(threshold), seen })
      }
    >
      {({ threshold }, change, { errors }) => (
        <>
          <Text size="sm">{alert.rule}</Text>
          <ThresholdInput
            isFirst
            kind={kind}
            value={threshold}
            error={errors.threshold}
            onChange={(value) => change({ threshold: value })}
          />
        </>
      )}
    </EditForm>
  );
}

/** Confirms deleting an alert. */
export function DeleteAlertForm({ alert, onClose }: OfAlert) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const onSuccess = useDone(onClose);
  const action = useAction(trpc.alerts.delete.mutationOptions({ onSuccess }));
  return (
    <ConfirmBody
      confirm="Delete alert"
      isDestructive
      action={action}
      onCancel={onClose}
      onConfirm={() => action.run({ partner, alertId: alert.id })}
    >
      Your team is no longer notified when this happens: <strong>{alert.rule}</strong>
      {alert.firedAt !== null &&
        ". It is triggered now, and counts as resolved once it is deleted."}
    </ConfirmBody>
  );
}
