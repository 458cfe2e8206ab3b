import { useState } from "react";
import type { Action } from "@/app/_trpc/use-action";
import { KeyForm, type NewKey } from "@/app/(dashboard)/_keys/key-form";
import { NO_SCOPES, Scopes } from "./scope-fields";

type Props = { action: Action<NewKey<string>>; onCancel: () => void };

export function NewKeyForm(props: Props) {
  const [isScopeless, setIsScopeless] = useState(false);
  return (
    <KeyForm
      {...props}
      aboutLabel="A name to help you recognize this key, for example “Billing sync (production)”."
      mistakeIn={(scopes) => (scopes.length === 0 && !isScopeless ? NO_SCOPES : null)}
      scopes={({ value, onChange, error }) => (
        <Scopes
          value={value}
          onChange={(next) => {
            onChange(next);
            setIsScopeless(false);
          }}
          isScopeless={isScopeless}
          onScopeless={(next) => {
            onChange(value);
            setIsScopeless(next);
          }}
          error={error}
        />
      )}
    />
  );
}
