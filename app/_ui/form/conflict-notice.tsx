import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle } from "@/app/_ui/icons/icons";
import type { Conflict } from "./use-draft";

/** Says that somebody else has changed what a form edits, and lets the user choose the values. */
export function ConflictNotice({ of: conflict }: { of: Conflict | null }) {
  if (!conflict) return null;
  const { message, showsOwn, swap } = conflict;
  return (
    <Alert role="alert" color="brass" icon={<IconAlertTriangle aria-hidden />}>
      {message}{" "}
      {showsOwn ? "Saving replaces the current values." : "The form shows the current values."}
      {/* The focus was on a button that is now disabled. */}
      <Button mt="sm" size="xs" variant="default" display="block" onClick={swap} autoFocus>
        {showsOwn ? "Show current values" : "Restore my changes"}
      </Button>
    </Alert>
  );
}
