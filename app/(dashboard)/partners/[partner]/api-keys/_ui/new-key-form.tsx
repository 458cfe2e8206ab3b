import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { Action } from "@/app/_trpc/use-action";
import { ActionForm } from "@/app/_ui/form/action-form";
import { type Expiration, Expiry, NO_DATE, proposedExpiration } from "./expiry";
import { FoldedNetworksInput, networksIn } from "./networks-input";
import { NO_SCOPES, Scopes } from "./scope-fields";

export type NewKeyInput = {
  label: string;
  scopes: string[];
  expiresAt: string | null;
  allowedNetworks: string[];
};

type Props = { action: Action<NewKeyInput>; onCancel: () => void };

export function NewKeyForm({ action, onCancel }: Props) {
  const [label, setLabel] = useState("");
  const [scopes, setScopes] = useState<string[]>([]);
  const [expiresAt, setExpiresAt] = useState<Expiration>(proposedExpiration);
  const [networks, setNetworks] = useState("");
  const [labelError, setLabelError] = useState<string | null>(null);
  const [dateError, setDateError] = useState<string | null>(null);
  const [isScopeless, setIsScopeless] = useState(false);
  const [scopeError, setScopeError] = useState<string | null>(null);
  const { issues } = action;

  function submit() {
    if (label.trim() === "") {
      setLabelError("Enter a name.");
      return;
    }
    if (scopes.length === 0 && !isScopeless) {
      setScopeError(NO_SCOPES);
      return;
    }
    if (expiresAt === undefined) {
      setDateError(NO_DATE);
      return;
    }
    const allowedNetworks = networksIn(networks);
    action.run({ label: label.trim(), scopes, expiresAt, allowedNetworks });
  }

  return (
    <ActionForm action={action} confirm="Create key" onSubmit={submit} onCancel={onCancel}>
      <TextInput
        label="Name"
        description="A name to help you recognize this key, for example “Billing sync (production)”."
        value={label}
        onChange={(event) => {
          setLabel(event.currentTarget.value);
          setLabelError(null);
        }}
        error={labelError ?? issues.label}
        maxLength={80}
        data-autofocus
      />
      <Scopes
        value={scopes}
        onChange={(next) => {
          setScopes(next);
          setIsScopeless(false);
          setScopeError(null);
        }}
        isScopeless={isScopeless}
        onScopeless={(next) => {
          setIsScopeless(next);
          setScopeError(null);
        }}
        error={scopeError ?? issues.scopes ?? null}
      />
      <Expiry
        onChange={(next) => {
          setExpiresAt(next);
          setDateError(null);
        }}
        error={dateError ?? issues.expiresAt}
      />
      <FoldedNetworksInput value={networks} onChange={setNetworks} error={issues.allowedNetworks} />
    </ActionForm>
  );
}
