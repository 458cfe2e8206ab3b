import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Action } from "@/app/_trpc/use-action";
import { ActionForm } from "@/app/_ui/form/action-form";
import { type Expiration, Expiry, NO_DATE, proposedExpiration } from "./expiry";
import { FoldedNetworksInput, networksIn } from "./networks-input";

export type NewKey<Scope extends string> = {
  label: string;
  scopes: Scope[];
  expiresAt: string | null;
  allowedNetworks: string[];
};

type ScopesField<Scope> = {
  value: Scope[];
  onChange: (scopes: Scope[]) => void;
  error: string | null;
};

type Props<Scope extends string> = {
  action: Action<NewKey<Scope>>;
  aboutLabel: string;
  scopes: (field: ScopesField<Scope>) => ReactNode;
  /** Null: a key may have these scopes. */
  mistakeIn: (scopes: Scope[]) => string | null;
  onCancel: () => void;
};

/** The form of a new key of either type. */
export function KeyForm<Scope extends string>({ action, ...props }: Props<Scope>) {
  const [label, setLabel] = useState("");
  const [scopes, setScopes] = useState<Scope[]>([]);
  const [expiresAt, setExpiresAt] = useState<Expiration>(proposedExpiration);
  const [networks, setNetworks] = useState("");
  const [errors, setErrors] = useState<{ label?: string; scopes?: string; date?: string }>({});
  const { issues } = action;
  const clear = (field: keyof typeof errors) => errors[field] && setErrors({});

  function submit() {
    const mistake = props.mistakeIn(scopes);
    if (label.trim() === "") return setErrors({ label: "Enter a name." });
    if (mistake !== null) return setErrors({ scopes: mistake });
    if (expiresAt === undefined) return setErrors({ date: NO_DATE });
    const allowedNetworks = networksIn(networks);
    action.run({ label: label.trim(), scopes, expiresAt, allowedNetworks });
  }

  return (
    <ActionForm action={action} confirm="Create key" onSubmit={submit} onCancel={props.onCancel}>
      <TextInput
        label="Name"
        description={props.aboutLabel}
        value={label}
        onChange={(event) => {
          setLabel(event.currentTarget.value);
          clear("label");
        }}
        error={errors.label ?? issues.label}
        maxLength={80}
        data-autofocus
      />
      {props.scopes({
        value: scopes,
        onChange: (next) => {
          setScopes(next);
          clear("scopes");
        },
        error: errors.scopes ?? issues.scopes ?? null,
      })}
      <Expiry
        onChange={(next) => {
          setExpiresAt(next);
          clear("date");
        }}
        error={errors.date ?? issues.expiresAt}
      />
      <FoldedNetworksInput value={networks} onChange={setNetworks} error={issues.allowedNetworks} />
    </ActionForm>
  );
}
