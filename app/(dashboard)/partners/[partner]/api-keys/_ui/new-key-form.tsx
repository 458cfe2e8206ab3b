"use client";

import { Anchor, Checkbox, Group, Text, TextInput, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import type { Action } from "@/app/_trpc/use-action";
import { ActionForm } from "@/app/_ui/form/action-form";
import { SCOPE_NAMES, SCOPES, type Scope } from "@/server/core/kernel/scopes";
import { type Expiration, Expiry, NO_DATE, proposedExpiration } from "./expiry";
import { FoldedNetworksInput, networksIn } from "./networks-input";
import classes from "./new-key-form.module.css";

export type NewKeyInput = {
  label: string;
  scopes: Scope[];
  expiresAt: string | null;
  allowedNetworks: string[];
};

type Props = { action: Action<NewKeyInput>; onCancel: () => void };

const READING = SCOPE_NAMES.filter((scope) => scope.endsWith(":read"));

export function NewKeyForm({ action, onCancel }: Props) {
  const [label, setLabel] = useState("");
  const [scopes, setScopes] = useState<Scope[]>([]);
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
        autoComplete="off"
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
        error={scopeError}
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

export const NO_SCOPES = "Select scopes, or confirm that this key needs none.";

type ScopesProps = {
  value: Scope[];
  onChange: (scopes: Scope[]) => void;
  /** The user has confirmed that the key needs no scope: most who select none have forgotten it. */
  isScopeless: boolean;
  onScopeless: (isScopeless: boolean) => void;
  error: string | null;
};

/** The scopes of a new key, with presets. */
export function Scopes({ value, onChange, isScopeless, onScopeless, error }: ScopesProps) {
  const presets = [
    { label: "Read only", scopes: READING },
    { label: "Full access", scopes: SCOPE_NAMES },
    { label: "None", scopes: [] },
  ];
  return (
    <fieldset className={classes.scopes} aria-describedby="scopes-hint">
      <VisuallyHidden component="legend">Scopes</VisuallyHidden>
      <Group gap="md">
        <span aria-hidden className={classes.legend}>
          Scopes
        </span>
        {presets.map((preset) => (
          <Anchor
            key={preset.label}
            component="button"
            type="button"
            size="xs"
            onClick={() => onChange([...preset.scopes])}
          >
            {preset.label}
          </Anchor>
        ))}
      </Group>
      <div className={classes.list}>
        {SCOPE_NAMES.map((scope) => (
          <Checkbox
            key={scope}
            className={classes.scope}
            label={<code>{scope}</code>}
            description={SCOPES[scope]}
            checked={value.includes(scope)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? [...value, scope]
                  : value.filter((other) => other !== scope),
              )
            }
          />
        ))}
      </div>
      <Text id="scopes-hint" size="xs" c="dimmed" mt={8}>
        Grant only the scopes this integration needs.
      </Text>
      {value.length === 0 && (
        <Checkbox
          mt={12}
          label="Create a key without scopes, which can only call GET /me"
          checked={isScopeless}
          onChange={(event) => onScopeless(event.currentTarget.checked)}
          error={error}
        />
      )}
    </fieldset>
  );
}
