import { Anchor, Group, Stack, Text, TextInput } from "@mantine/core";
import { useRef } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { PartnerAccess } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { useAccess, usePartnerCode } from "@/app/_trpc/use-partner";
import { useRefresh } from "@/app/_trpc/use-refresh";
import { FailureAlert } from "@/app/_ui/feedback/failure-alert";
import { toast } from "@/app/_ui/feedback/toast";
import { ConflictNotice } from "@/app/_ui/form/conflict-notice";
import { Form } from "@/app/_ui/form/form";
import { useKeptDraft } from "@/app/_ui/form/kept-drafts";
import { useDraft } from "@/app/_ui/form/use-draft";
import { WriteButton } from "@/app/_ui/form/write-button";
import classes from "./branding-form.module.css";
import { ColourPreview } from "./colour-preview";
import { isColour } from "./contrast";

type Branding = PartnerAccess["partner"]["branding"];
type Props = { branding: Branding };

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
/** By the names of the procedure's input. */
const savedOf = ({ logo_url: logoUrl, colour, support_email: supportEmail }: Branding) => ({
  logoUrl: logoUrl ?? null,
  colour: colour ?? null,
  supportEmail: supportEmail ?? null,
});
const valuesOf = ({ logoUrl, colour, supportEmail }: ReturnType<typeof savedOf>) => ({
  logoUrl: textOf(logoUrl),
  colour: textOf(colour),
  supportEmail: textOf(supportEmail),
});
const orNull = (text: string) => text.trim() || null;

/** Edits the logo, color and support address; read-only for users without the permission. */
export function BrandingForm({ branding }: Props) {
  const access = useAccess("partner.branding_set");
  const partner = usePartnerCode();
  const trpc = useTRPC();
  const refresh = useRefresh("session");
  const action = useAction(
    trpc.profile.setBranding.mutationOptions({
      onSuccess: async (saved) => {
        await refresh();
        draft.restart(savedOf(saved.branding));
        toast({ title: "Branding saved", message: "Takes effect immediately." });
      },
    }),
  );
  const draft = useDraft({ saved: savedOf(branding), valuesOf, action });
  const { change, isChanged, conflict } = draft;
  const { logoUrl, colour, supportEmail } = draft.values;
  const { issues } = action;
  const isClosed = access !== "allowed";
  const form = useRef<HTMLFormElement>(null);
  useKeptDraft(form);

  function submit() {
    if (isClosed || !isChanged) return;
    action.run({
      partner,
      logoUrl: orNull(logoUrl),
      colour: orNull(colour)?.toLowerCase() ?? null,
      supportEmail: orNull(supportEmail),
      seen: draft.saved,
    });
  }

  return (
    <Form ref={form} isRunning={action.isRunning} onSubmit={submit}>
      <Stack gap="md" maw={460}>
        <TextInput
          label="Logo"
          description="Logo URL (https). We don't host or cache it."
          type="url"
          inputMode="url"
          placeholder={isClosed ? "Not set" : "https://acme.example/logo.svg"}
          value={logoUrl}
          onChange={(event) => change({ logoUrl: event.currentTarget.value })}
          error={issues.logoUrl}
          readOnly={isClosed}
          maxLength={500}
        />
        <TextInput
          label="Brand color"
          description="Hex value, for example #1f6feb."
          placeholder={isClosed ? "Not set" : "#1f6feb"}
          value={colour}
          onChange={(event) => change({ colour: event.currentTarget.value })}
          error={issues.colour}
          readOnly={isClosed}
          maxLength={7}
          rightSection={
            !isClosed && <Palette colour={colour} onPick={(picked) => change({ colour: picked })} />
          }
        />
        <ColourPreview colour={colour.trim()} />
        <TextInput
          label="Support email"
          description="Shown to customers."
          type="email"
          placeholder={isClosed ? "Not set" : "help@acme.example"}
          value={supportEmail}
          onChange={(event) => change({ supportEmail: event.currentTarget.value })}
          error={issues.supportEmail}
          readOnly={isClosed}
          maxLength={254}
        />
        <ConflictNotice of={conflict} />
        {Object.keys(issues).length === 0 && !conflict && <FailureAlert failure={action.failure} />}
        <Group>
          {access !== "hidden" ? (
            <WriteButton
              type="submit"
              access={access}
              disabled={!isChanged}
              loading={action.isRunning}
            >
              Save branding
            </WriteButton>
          ) : (
            <Text size="sm" c="dimmed">
              Only owners can edit branding.
            </Text>
          )}
          {textOf(branding.logo_url) !== "" && (
            <Anchor
              size="sm"
              href={textOf(branding.logo_url)}
              target="_blank"
              rel="noopener noreferrer"
            >
              View logo
            </Anchor>
          )}
        </Group>
      </Stack>
    </Form>
  );
}

/** The browser's own color picker: one of ours would weigh more than the rest of the form. */
function Palette({ colour, onPick }: { colour: string; onPick: (colour: string) => void }) {
  return (
    <input
      type="color"
      aria-label="Open color picker"
      className={classes.palette}
      value={isColour(colour) ? colour : "#1f6feb"}
      onChange={(event) => onPick(event.currentTarget.value)}
    />
  );
}
