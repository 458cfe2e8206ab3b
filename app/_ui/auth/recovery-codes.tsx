import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { failureOf } from "@/app/_trpc/failure";
import { renewing } from "@/app/_trpc/session-end";
import { useMe } from "@/app/_trpc/use-me";
import { useIsGone } from "@/app/_ui/dialog/use-issued";
import { useLeaveWarning } from "@/app/_ui/dialog/use-leave-warning";
import { CopyButton } from "@/app/_ui/form/copy-button";
import { IconDownload, IconPrinter } from "@/app/_ui/icons/icons";
import { saveFile } from "@/app/_ui/load/save-file";
import classes from "./second-factor.module.css";
import { setUnsavedCodes } from "./unsaved-codes";

type Props = { codes: readonly string[]; onDone: () => void };

/** Shows new recovery codes. They can't be shown again. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const { email } = useMe().user;
  const [isKept, setIsKept] = useState(false);
  useLeaveWarning(!isKept);
  useLeftByHistory(isKept);
  const text = () =>
    `Latchkey recovery codes for ${email}\nEach works once.\n\n${codes.join("\n")}\n`;
  return (
    <Stack gap="md">
      <Text size="sm">
        Use these codes to sign in if you lose your authenticator app. Each works once. Store them
        somewhere safe. You won&apos;t see them again.
      </Text>
      <ol className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group gap="sm">
        <CopyButton label="Copy" size="xs" read={text} />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() =>
            saveFile("latchkey-recovery-codes.txt", new Blob([text()], { type: "text/plain" }))
          }
        >
          Download
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPrinter size={14} aria-hidden />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </Group>
      <Checkbox
        label="I've saved these codes"
        checked={isKept}
        onChange={(event) => setIsKept(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button
          disabled={!isKept}
          onClick={() => {
            setUnsavedCodes(null);
            onDone();
          }}
        >
          Done
        </Button>
      </Group>
    </Stack>
  );
}

type Made = { recoveryCodes: readonly string[] };

/**
 * Returns a function that makes new codes and shows them. If the user has left the page before the
 * response with them arrived, nobody has seen them, and those before don't work any more: it says what
 * to do. So does the account page until they are saved, also if the response was lost.
 */
export function useNewCodes(show: (codes: readonly string[]) => void) {
  const isGone = useIsGone();
  const { id } = useMe().user;
  return async (make: () => Promise<Made>) => {
    const { recoveryCodes } = await renewing("two-factor-lost", make).catch((error: unknown) => {
      if (failureOf(error).code === "unreachable") setUnsavedCodes(id);
      throw error;
    });
    setUnsavedCodes(id);
    if (isGone()) void reportLost();
    else show(recoveryCodes);
  };
}

/** Leaving the page by the back button loses the codes without a confirmation: say what to do. */
function useLeftByHistory(isKept: boolean): void {
  const latest = useRef({ isKept, isShown: false });
  useEffect(() => {
    latest.current.isKept = isKept;
  });
  useEffect(() => {
    const { current } = latest;
    current.isShown = true;
    return () => {
      current.isShown = false;
      // In development, React mounts everything twice.
      setTimeout(() => {
        if (!current.isKept && !current.isShown) void reportLost();
      });
    };
  }, []);
}

async function reportLost(): Promise<void> {
  // The page that sets up the first second factor has no notices.
  const { toast } = await import("@/app/_ui/feedback/toast");
  toast({
    title: "Recovery codes not saved",
    message:
      "You left before saving them, and they can't be shown again. Generate new ones on your account page.",
    stays: true,
  });
}
