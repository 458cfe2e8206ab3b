import { Text, Textarea, TextInput } from "@mantine/core";
import { useTRPC } from "@/app/_trpc/client";
import type { Issuer } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { dialogOf } from "@/app/_ui/dialog/subject-dialog";
import { useChanged } from "@/app/_ui/feedback/use-changed";
import { EditForm } from "@/app/_ui/form/edit-form";

/** The issuer to edit; null for the first one. */
export type IssuerTask = { issuer: Issuer | null };

/** Edits who issues the statements of new transfers. */
export const IssuerDialog = dialogOf({
  title: ({ issuer }: IssuerTask) => (issuer ? "Edit statement issuer" : "Add statement issuer"),
  Form: IssuerForm,
});

const FIELDS = ["name", "address", "taxNumber", "email", "numberPrefix", "taxNote"] as const;
type Values = Record<(typeof FIELDS)[number], string>;

type Saved = Pick<Issuer, (typeof FIELDS)[number]>;

const savedOf = (issuer: Issuer | null) =>
  Object.fromEntries(FIELDS.map((field) => [field, issuer?.[field] ?? null])) as Saved;
const valuesOf = (saved: Saved) =>
  Object.fromEntries(FIELDS.map((field) => [field, saved[field] ?? ""])) as Values;
const orNull = (text: string) => text.trim() || null;

function IssuerForm({ of: { issuer }, onClose }: { of: IssuerTask; onClose: () => void }) {
  const trpc = useTRPC();
  const changed = useChanged(onClose, "issuer");
  const onSuccess = () => changed("Issuer saved", "New transfers have it on their statements.");
  const action = useAction(trpc.issuer.change.mutationOptions({ onSuccess }));
  return (
    <EditForm
      saved={savedOf(issuer)}
      valuesOf={valuesOf}
      action={action}
      confirm={issuer ? "Save changes" : "Add issuer"}
      onCancel={onClose}
      mistakesIn={({ name }) => ({ name: name.trim() === "" ? "Enter a legal name." : null })}
      onSubmit={({ taxNumber, email, taxNote, ...texts }, seen) =>
        action.run({
          ...texts,
          taxNumber: orNull(taxNumber),
          email: orNull(email),
          taxNote: orNull(taxNote),
          seen,
        })
      }
    >
      {(values, change, { errors }) => (
        <>
          <Inputs values={values} change={change} errors={errors} />
          <Text size="sm" c="dimmed">
            Used for the statements of new transfers. Statements that have an issuer keep it.
          </Text>
        </>
      )}
    </EditForm>
  );
}

type InputsProps = {
  values: Values;
  change: (part: Partial<Values>) => void;
  errors: Record<string, string>;
};

function Inputs({ values, change, errors }: InputsProps) {
  const bind = (field: keyof Values) => ({
    value: values[field],
    error: errors[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [field]: currentTarget.value }),
  });
  return (
    <>
      <TextInput data-autofocus label="Legal name" maxLength={140} {...bind("name")} />
      <Textarea
        label="Address"
        description="With the country."
        autosize
        minRows={3}
        maxLength={500}
        {...bind("address")}
      />
      <TextInput
        label="VAT or tax number"
        description="Optional."
        maxLength={40}
        {...bind("taxNumber")}
      />
      <TextInput
        label="Email"
        description="Optional. For questions about statements."
        type="email"
        maxLength={254}
        {...bind("email")}
      />
      <TextInput
        label="Number prefix"
        description="Optional. Before the number of each statement, for example LK-."
        maxLength={12}
        {...bind("numberPrefix")}
      />
      <Textarea
        label="Tax note"
        description="Optional. Printed as it is. No tax is calculated."
        autosize
        minRows={2}
        maxLength={500}
        {...bind("taxNote")}
      />
    </>
  );
}
