import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { Product } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { ActionForm } from "@/app/_ui/form/action-form";
import { EditForm } from "@/app/_ui/form/edit-form";
import { useFormats } from "@/app/_ui/format/locale";
import { type Draft, mistakesIn, productOf, refusals } from "./draft";
import { Fields } from "./fields";
import { useProductsChanged } from "./use-products-changed";

type Props = { task: "new" | Product | null; onClose: () => void };

/** Adds or edits a product, in one dialog, so that the focus is restored correctly. */
export function ProductDialog({ task, onClose }: Props) {
  return (
    <SubjectDialog
      subject={task}
      title={(shown) => (shown === "new" ? "New product" : `Edit ${shown.name}`)}
      size={560}
      onClose={onClose}
    >
      {(shown) =>
        shown === "new" ? (
          <NewForm onClose={onClose} />
        ) : (
          <ChangeForm of={shown} onClose={onClose} />
        )
      }
    </SubjectDialog>
  );
}

const EMPTY: Draft = { name: "", code: "", currency: "", floor: "", retail: "" };

function NewForm({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const changed = useProductsChanged(onClose);
  const [draft, setDraft] = useState(EMPTY);
  const [isTried, setIsTried] = useState(false);
  const action = useAction(
    trpc.products.create.mutationOptions({
      onSuccess: ({ name }) => changed(`${name} added`, "All partners can now sell it."),
    }),
  );
  const errors = { ...refusals(action), ...(isTried && mistakesIn(draft)) };
  return (
    <ActionForm
      action={action}
      confirm="Add product"
      isFailureShown={Object.keys(errors).length > 0}
      onSubmit={() => {
        setIsTried(true);
        const product = productOf(draft);
        if (product) action.run(product);
      }}
      onCancel={onClose}
    >
      <Fields
        draft={draft}
        errors={errors}
        onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
        isNew
      />
    </ActionForm>
  );
}

function ChangeForm({ of: product, onClose }: { of: Product; onClose: () => void }) {
  const trpc = useTRPC();
  const changed = useProductsChanged(onClose);
  const { typedMoney } = useFormats();
  const { name, code, currency, floor, defaultRetail } = product;
  const action = useAction(
    trpc.products.update.mutationOptions({
      onSuccess: (saved) => changed(`${saved.name} updated`, "Takes effect immediately."),
    }),
  );
  const [isTried, setIsTried] = useState(false);
  return (
    <EditForm
      saved={{ name, floor, defaultRetail }}
      valuesOf={(saved): Draft => ({
        name: saved.name,
        code,
        currency,
        floor: typedMoney(saved.floor, currency),
        retail: typedMoney(saved.defaultRetail, currency),
      })}
      action={action}
      confirm="Save product"
      onSubmit={(draft, seen) => {
        setIsTried(true);
        const input = productOf(draft);
        if (input) action.run({ ...input, seen });
      }}
      onCancel={onClose}
    >
      {(draft, change) => (
        <Fields
          draft={draft}
          errors={{ ...refusals(action), ...(isTried && mistakesIn(draft)) }}
          onChange={change}
        />
      )}
    </EditForm>
  );
}
