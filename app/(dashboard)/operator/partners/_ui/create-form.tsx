import { Group, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Action, ActionState } from "@/app/_trpc/use-action";
import { ActionForm } from "@/app/_ui/form/action-form";
import { PercentInput } from "@/app/_ui/form/percent-input";
import { NO_SCOPES, Scopes } from "@/app/(dashboard)/partners/[partner]/api-keys/_ui/scope-fields";
import { codeOf } from "./code-of";

export type NewPartner = {
  name: string;
  code: string;
  revsharePct: number;
  ownerEmail?: string;
  firstKey?: { label: string; scopes: string[] };
};

type Props = { action: Action<NewPartner>; onCancel: () => void };
type Draft = {
  name: string;
  /** null: derived from the name. */
  code: string | null;
  share: number | string;
  email: string;
  keyLabel: string;
  scopes: string[];
  isScopeless: boolean;
  hasKey: boolean;
};

const EMPTY: Draft = {
  name: "",
  code: null,
  share: 20,
  email: "",
  hasKey: false,
  keyLabel: "First key",
  scopes: [],
  isScopeless: false,
};

export function CreateForm({ action, onCancel }: Props) {
  const [draft, setDraft] = useState(EMPTY);
  const [isTried, setIsTried] = useState(false);
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const code = draft.code ?? codeOf(draft.name);
  const errors = { ...refusals(action), ...(isTried && mistakesIn({ ...draft, code })) };

  function submit() {
    setIsTried(true);
    if (Object.keys(mistakesIn({ ...draft, code })).length > 0) return;
    action.run(partnerOf({ ...draft, code }));
  }

  return (
    <ActionForm
      action={action}
      confirm="Create partner"
      isFailureShown={Object.keys(errors).length > 0}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <TextInput
        label="Name"
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={errors.name}
        maxLength={80}
        data-autofocus
      />
      <Group grow align="flex-start">
        <TextInput
          label="Code"
          description="Unique. Can't be changed later."
          value={code}
          onChange={(event) => set({ code: event.currentTarget.value.toLowerCase() })}
          error={errors.code}
          maxLength={32}
          spellCheck={false}
        />
        <PercentInput
          label="Revenue share"
          description="Percentage of net revenue."
          value={draft.share}
          onChange={(share) => set({ share })}
          error={errors.share}
        />
      </Group>
      <TextInput
        type="email"
        label="Owner's email"
        description="Optional. You'll get a one-time sign-up link to send."
        value={draft.email}
        onChange={(event) => set({ email: event.currentTarget.value })}
        error={errors.email}
        maxLength={254}
      />
      <FirstKey draft={draft} errors={errors} onChange={set} />
    </ActionForm>
  );
}

type KeyProps = {
  draft: Draft;
  errors: Errors;
  onChange: (change: Partial<Draft>) => void;
};

function FirstKey({ draft, errors, onChange }: KeyProps) {
  const { hasKey, keyLabel, scopes, isScopeless } = draft;
  return (
    <>
      <Switch
        label="Also create an API key"
        checked={hasKey}
        onChange={(event) => onChange({ hasKey: event.currentTarget.checked })}
      />
      {hasKey && (
        <>
          <TextInput
            label="Key name"
            value={keyLabel}
            onChange={(event) => onChange({ keyLabel: event.currentTarget.value })}
            error={errors.label}
            maxLength={80}
          />
          <Scopes
            value={scopes}
            onChange={(next) => onChange({ scopes: next, isScopeless: false })}
            isScopeless={isScopeless}
            onScopeless={(next) => onChange({ isScopeless: next })}
            error={errors.scopes ?? null}
          />
        </>
      )}
    </>
  );
}

type Errors = Partial<Record<"name" | "code" | "share" | "email" | "label" | "scopes", string>>;

/** The validation messages by field, in the order of the form. */
function mistakesIn({ name, code, share, email, hasKey, ...key }: Draft & { code: string }) {
  const mistakes: Errors = {};
  if (name.trim() === "") mistakes.name = "Enter a name.";
  if (!/^[a-z0-9][a-z0-9-]{1,31}$/.test(code)) {
    mistakes.code = "Use 2–32 lowercase letters, numbers or hyphens.";
  }
  if (share === "" || !(Number(share) >= 0 && Number(share) <= 100)) {
    mistakes.share = "Enter a percentage between 0 and 100.";
  }
  if (email.trim() !== "" && !/^\S+@\S+$/.test(email.trim())) {
    mistakes.email = "Enter a valid email address.";
  }
  if (!hasKey) return mistakes;
  if (key.keyLabel.trim() === "") mistakes.label = "Enter a name for the key.";
  if (key.scopes.length === 0 && !key.isScopeless) mistakes.scopes = NO_SCOPES;
  return mistakes;
}

function partnerOf({ name, code, share, email, ...draft }: Draft & { code: string }): NewPartner {
  return {
    name: name.trim(),
    code,
    revsharePct: Number(share),
    ...(email.trim() !== "" && { ownerEmail: email.trim() }),
    ...(draft.hasKey && { firstKey: { label: draft.keyLabel.trim(), scopes: draft.scopes } }),
  };
}

/** The server's validation message of a field. */
function refusals({ failure, issues }: ActionState): Errors {
  if (!failure) return {};
  const {
    name,
    code,
    revsharePct,
    ownerEmail,
    "firstKey.label": label,
    "firstKey.scopes": scopes,
  } = issues;
  const taken = failure.code === "conflict" ? failure.details.field : undefined;
  const fields: [keyof Errors, string | undefined][] = [
    ["name", name],
    ["code", taken === "code" ? failure.message : code],
    ["share", revsharePct],
    ["email", taken === "email" ? failure.message : ownerEmail],
    ["label", label],
    ["scopes", scopes],
  ];
  return Object.fromEntries(fields.filter(([, message]) => message !== undefined));
}
