import { Button } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Empty, NoResults } from "@/app/_ui/feedback/empty";

type Props = {
  hasHistory: boolean;
  mayManage: boolean;
  /** Clears the filters; null if there are none. */
  onClear: (() => void) | null;
  newKey: ReactNode;
  onShowAll: () => void;
};

export function KeysEmpty({ hasHistory, mayManage, onClear, newKey, onShowAll }: Props) {
  if (onClear) {
    return (
      <NoResults
        title="No key fits"
        description="The search looks at labels, scopes, and how keys begin and end."
        onClear={onClear}
      />
    );
  }
  const description = mayManage
    ? "A key lets an integration call the API in your name. Its plaintext is shown once."
    : "Your role may look, but not issue. Ask an owner or a developer of your team for a key.";
  return (
    <Empty
      icon={<IconKey size={28} stroke={1.5} aria-hidden />}
      title={hasHistory ? "No active keys" : "No keys yet"}
      description={description}
    >
      {!hasHistory && newKey}
      {hasHistory && (
        <Button variant="default" onClick={onShowAll}>
          Show revoked and expired
        </Button>
      )}
    </Empty>
  );
}
