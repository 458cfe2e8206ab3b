import { Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { DefinedScope } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { useRefresh } from "@/app/_trpc/use-refresh";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { useChanged } from "@/app/_ui/feedback/use-changed";
import { ActionForm } from "@/app/_ui/form/action-form";
import { EditForm } from "@/app/_ui/form/edit-form";
import { useFormats } from "@/app/_ui/format/locale";

export type ScopeTask = { kind: "define" } | { kind: "describe" | "remove"; name: string };

type Props = {
  task: ScopeTask | null;
  scopes: readonly DefinedScope[];
  onClose: () => void;
};

/** All actions on scopes in one dialog, so that the focus is restored correctly. */
export function ScopeDialog({ task, scopes, onClose }: Props) {
  return (
    <SubjectDialog subject={task} title={titleOf} onClose={onClose}>
      {(shown) => {
        if (shown.kind === "define") return <DefineForm onClose={onClose} />;
        // As it is now: the number of keys may change while the dialog is open.
        const scope = scopes.find(({ name }) => name === shown.name);
        if (!scope) return null;
        const Form = shown.kind === "describe" ? DescribeForm : RemoveForm;
        return <Form of={scope} onClose={onClose} />;
      }}
    </SubjectDialog>
  );
}

function titleOf(task: ScopeTask): string {
  if (task.kind === "define") return "New scope";
  return task.kind === "describe"
    ? `Edit description of ${task.name}`
    : `Remove scope ${task.name}`;
}

const DESCRIPTION =
  "What it grants. Partners see it in the dashboard, and everyone in the API documentation.";

function DefineForm({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const changed = useChanged(onClose, "scopes");
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [isTried, setIsTried] = useState(false);
  const action = useAction(
    trpc.scopes.define.mutationOptions({
      onSuccess: (scope) => changed(`${scope.name} defined`, "Partners can now give it to keys."),
    }),
  );
  const { failure, issues } = action;
  const isTaken = failure?.code === "conflict" && failure.details.field === "name";
  const missing = (text: string, what: string) =>
    isTried && text.trim() === "" ? `Enter a ${what}.` : undefined;
  const nameError = missing(name, "name") ?? issues.name ?? (isTaken ? failure.message : undefined);
  return (
    <ActionForm
      action={action}
      confirm="Define scope"
      isFailureShown={isTaken}
      onSubmit={() => {
        setIsTried(true);
        if (name.trim() === "" || description.trim() === "") return;
        action.run({ name: name.trim(), description: description.trim() });
      }}
      onCancel={onClose}
    >
      <TextInput
        label="Name"
        description="As your API checks it, for example orders:read. Can't be changed later."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={nameError}
        maxLength={64}
        autoCapitalize="off"
        spellCheck={false}
        data-autofocus
      />
      <Textarea
        label="Description"
        description={DESCRIPTION}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        error={missing(description, "description") ?? issues.description}
        maxLength={200}
        autosize
        minRows={2}
      />
    </ActionForm>
  );
}

type FormProps = { of: DefinedScope; onClose: () => void };

function DescribeForm({ of: scope, onClose }: FormProps) {
  const trpc = useTRPC();
  const changed = useChanged(onClose, "scopes");
  const action = useAction(
    trpc.scopes.describe.mutationOptions({
      onSuccess: ({ name }) => changed("Description updated", name),
    }),
  );
  return (
    <EditForm
      saved={{ description: scope.description }}
      valuesOf={({ description }) => ({ description })}
      action={action}
      confirm="Save description"
      onSubmit={({ description }, seen) => action.run({ name: scope.name, description, seen })}
      onCancel={onClose}
    >
      {({ description }, change) => (
        <Textarea
          label="Description"
          description={DESCRIPTION}
          value={description}
          onChange={(event) => change({ description: event.currentTarget.value })}
          error={action.issues.description}
          maxLength={200}
          autosize
          minRows={2}
          data-autofocus
        />
      )}
    </EditForm>
  );
}

function RemoveForm({ of: scope, onClose }: FormProps) {
  const { name, keys } = scope;
  const trpc = useTRPC();
  const refresh = useRefresh("scopes");
  const changed = useChanged(onClose, "scopes");
  const action = useAction(
    trpc.scopes.remove.mutationOptions({
      onSuccess: () => changed(`${name} removed`, "No key has it any more."),
      // The number of keys may be another one now.
      onError: () => void refresh(),
    }),
  );
  return (
    <ConfirmBody
      confirm={keys === 0 ? "Remove scope" : "Remove from all keys"}
      isDestructive
      action={action}
      onCancel={onClose}
      onConfirm={() => action.run({ name, keys })}
      input={
        <Text size="sm" c="dimmed">
          This can&apos;t be undone. If you define it again later, no key gets it back.
        </Text>
      }
    >
      <Effect of={scope} />
    </ConfirmBody>
  );
}

function Effect({ of: { keys, partners, isBeingRemoved } }: { of: DefinedScope }) {
  const { number } = useFormats();
  const counted = (count: number, what: string) =>
    `${number(count)} ${what}${count === 1 ? "" : "s"}`;
  if (keys === 0) {
    return isBeingRemoved
      ? "Its removal was interrupted. This finishes it."
      : "No active key has this scope. Partners can't choose it any more.";
  }
  return (
    <>
      <strong>
        {counted(keys, "active key")} of {counted(partners, "partner")}
      </strong>{" "}
      {keys === 1 ? "loses" : "lose"} this scope immediately: requests that need it will return 403.
      Each partner gets an event, <code>scope.removed</code>.
    </>
  );
}
