import { Alert, Checkbox, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { IMMEDIATELY, useChanged } from "@/app/_ui/feedback/use-changed";
import { EditForm } from "@/app/_ui/form/edit-form";
import { inOrder } from "@/server/core/kernel/scopes";
import { groupsOf, useScopes } from "../../_ui/use-scopes";
import classes from "./key-page.module.css";

// On phones the box is below the list of scopes, where nobody would look for it.
const UNCONFIRMED = "Confirm that you want to add scopes.";
const UNUSED = "Unused for 30 days.";

type Props = {
  subject: ApiKey | null;
  unused: readonly string[];
  /** Whether the user may add scopes, and not only remove some. */
  mayWiden: boolean;
  onClose: () => void;
};

/** Edits the scopes of a key. Added scopes have to be confirmed. */
export function ScopesDialog({ subject, onClose, ...props }: Props) {
  return (
    <SubjectDialog
      subject={subject}
      title={({ label }) => `Edit scopes for ${label}`}
      size={520}
      onClose={onClose}
    >
      {(key) => <ScopesForm of={key} onClose={onClose} {...props} />}
    </SubjectDialog>
  );
}

type FormProps = Omit<Props, "subject"> & { of: ApiKey };

function ScopesForm({ of: key, unused, mayWiden, onClose }: FormProps) {
  const partner = usePartnerCode();
  const trpc = useTRPC();
  const { names, grantOf } = useScopes(key.scopes);
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const changed = useChanged(onClose, "keys", "usage");
  const onSuccess = () => changed("Scopes updated", IMMEDIATELY);
  const action = useAction(trpc.keys.setScopes.mutationOptions({ onSuccess }));
  return (
    <EditForm
      saved={{ scopes: key.scopes }}
      valuesOf={(saved) => ({ scopes: inOrder(saved.scopes) })}
      action={action}
      confirm={({ scopes }, saved) => (added(scopes, saved) ? "Add scopes" : "Save scopes")}
      mistakesIn={({ scopes }, saved) => ({
        confirmation: [null, confirmed].includes(added(scopes, saved)) ? null : UNCONFIRMED,
      })}
      onSubmit={({ scopes }, seen) =>
        action.run({
          partner,
          keyId: key.id,
          scopes,
          mayWiden: added(scopes, seen) !== null,
          seen,
        })
      }
      onCancel={onClose}
    >
      {({ scopes }, change, { saved, errors }) => (
        <>
          <ScopeChoices
            names={names}
            chosen={scopes}
            describe={(scope) =>
              unused.includes(scope) ? `${grantOf(scope)}. ${UNUSED}` : grantOf(scope)
            }
            isFixed={(scope) => !mayWiden && !saved.scopes.includes(scope)}
            onChange={(next) => {
              change({ scopes: next });
              setConfirmed(null);
            }}
          />
          {!mayWiden && (
            <Text size="sm" c="dimmed">
              The account is read-only: you can remove scopes but not add them.
            </Text>
          )}
          <Removed scopes={saved.scopes.filter((scope) => !scopes.includes(scope))} />
          {added(scopes, saved) && (
            <Alert color="brass" role="note">
              <Checkbox
                label={`I understand that anyone with this key gets access to ${added(scopes, saved)}.`}
                checked={confirmed === added(scopes, saved)}
                error={errors.confirmation}
                aria-invalid={errors.confirmation !== undefined}
                onChange={({ currentTarget: { checked } }) =>
                  setConfirmed(checked ? added(scopes, saved) : null)
                }
              />
            </Alert>
          )}
        </>
      )}
    </EditForm>
  );
}

/** The scopes that a change adds, which have to be confirmed; null if there are none. */
function added(scopes: readonly string[], saved: { scopes: readonly string[] }): string | null {
  return scopes.filter((scope) => !saved.scopes.includes(scope)).join(", ") || null;
}

type ChoicesProps = {
  names: readonly string[];
  chosen: readonly string[];
  describe: (scope: string) => string;
  isFixed: (scope: string) => boolean;
  onChange: (scopes: string[]) => void;
};

function ScopeChoices({ names, chosen, describe, isFixed, onChange }: ChoicesProps) {
  const groups = groupsOf(names);
  return groups.map(({ title, scopes }) => (
    <Stack key={title} gap="sm" role="group" aria-label={`Scopes of the ${title}`}>
      {groups.length > 1 && (
        <Text size="sm" fw={500}>
          {title}
        </Text>
      )}
      {scopes.map((scope) => (
        <Checkbox
          key={scope}
          label={<code className={classes.choice}>{scope}</code>}
          description={describe(scope)}
          checked={chosen.includes(scope)}
          disabled={isFixed(scope)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(
              inOrder(names.filter((one) => (one === scope ? checked : chosen.includes(one)))),
            )
          }
        />
      ))}
    </Stack>
  ));
}

function Removed({ scopes }: { scopes: readonly string[] }) {
  if (scopes.length === 0) return null;
  return (
    <Text size="sm">
      Requests that need <strong>{scopes.join(", ")}</strong> will return 403 immediately.
    </Text>
  );
}
