import { SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useTRPC } from "@/app/_trpc/client";
import type { PartnerRow } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { Dialog } from "@/app/_ui/dialog/dialog";
import { useChanged } from "@/app/_ui/feedback/use-changed";
import { EditForm } from "@/app/_ui/form/edit-form";
import { WholeNumberInput } from "@/app/_ui/form/whole-number-input";
import { MinimumPayout } from "./minimum-payout";

type Props = { partner: PartnerRow; isOpen: boolean; onClose: () => void };

/**
 * Edits a partner's name, key limit, the terms of its transfers and notes. Its revenue share has a
 * page of its own.
 */
export function EditDialog({ partner, isOpen, onClose }: Props) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={`Edit ${partner.name}`} size={520}>
      <PartnerForm partner={partner} onClose={onClose} />
    </Dialog>
  );
}

function PartnerForm({ partner, onClose }: Omit<Props, "isOpen">) {
  const trpc = useTRPC();
  const changed = useChanged(onClose, "partners", "session");
  const onSuccess = ({ name }: PartnerRow) => changed("Partner updated", name);
  const action = useAction(trpc.partners.update.mutationOptions({ onSuccess }));
  const { issues } = action;
  return (
    <EditForm
      saved={savedOf(partner)}
      valuesOf={valuesOf}
      action={action}
      confirm="Save changes"
      onSubmit={({ cap, minimum, hold, ...values }, seen) =>
        action.run({
          partnerId: partner.id,
          ...values,
          maxActiveKeys: numberOf(cap),
          minimumPayout: numberOf(minimum),
          holdDays: numberOf(hold),
          seen,
        })
      }
      onCancel={onClose}
    >
      {(values, change) => (
        <>
          <TextInput
            label="Name"
            value={values.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={issues.name}
            maxLength={80}
            data-autofocus
          />
          <WholeNumberInput
            label="Active key limit"
            description="Existing keys aren't affected."
            value={values.cap}
            onChange={(cap) => change({ cap })}
            error={issues.maxActiveKeys && "Enter a number between 1 and 1,000."}
          />
          <TransferTerms values={values} change={change} issues={issues} />
          <Textarea
            label="Tax note"
            description="Optional. Printed on statements of new transfers instead of the issuer's."
            autosize
            minRows={2}
            maxRows={6}
            maxLength={500}
            value={values.taxNote}
            onChange={(event) => change({ taxNote: event.currentTarget.value })}
            error={issues.taxNote}
          />
          <Textarea
            label="Notes"
            description="Internal only. Not visible to the partner."
            autosize
            minRows={3}
            maxRows={12}
            maxLength={4_000}
            value={values.notes}
            onChange={(event) => change({ notes: event.currentTarget.value })}
            error={issues.notes}
          />
        </>
      )}
    </EditForm>
  );
}

type Terms = { minimum: number | string; hold: number | string };

function TransferTerms({
  values,
  change,
  issues,
}: {
  values: Terms;
  change: (changed: Partial<Terms>) => void;
  issues: Partial<Record<string, string>>;
}) {
  const minimum = Number(values.minimum);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <WholeNumberInput
        label="Minimum payout"
        description={
          minimum > 0 && Number.isSafeInteger(minimum) ? (
            <>
              In minor units: <MinimumPayout of={minimum} />.
            </>
          ) : (
            "In minor units. 0 is no minimum."
          )
        }
        value={values.minimum}
        onChange={(value) => change({ minimum: value })}
        error={issues.minimumPayout && "Enter an amount of 0 or more."}
      />
      <WholeNumberInput
        label="Hold"
        description="Wait before a transfer."
        value={values.hold}
        onChange={(hold) => change({ hold })}
        error={issues.holdDays && "Enter a number of days between 0 and 365."}
        suffix=" days"
      />
    </SimpleGrid>
  );
}

type Values = Terms & {
  name: string;
  cap: number | string;
  taxNote: string;
  notes: string;
};

function savedOf(partner: PartnerRow) {
  const { name, maxActiveKeys, minimumPayout, holdDays, taxNote, notes } = partner;
  return { name, maxActiveKeys, minimumPayout, holdDays, taxNote, notes };
}

function valuesOf({ name, notes, taxNote, ...terms }: ReturnType<typeof savedOf>): Values {
  const { maxActiveKeys, minimumPayout, holdDays } = terms;
  return {
    name,
    cap: maxActiveKeys,
    minimum: minimumPayout,
    hold: holdDays,
    taxNote,
    notes,
  };
}

// An empty field is not a number; the server's message is shown beside the field.
function numberOf(value: number | string): number {
  return value === "" ? Number.NaN : Number(value);
}
