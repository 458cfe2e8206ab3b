import { Button } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useMe } from "@/app/_trpc/use-me";
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
  const isOperator = useMe().partner === null;
  if (onClear) {
    return (
      <NoResults
        title="No matching keys"
        description="Try a different name, scope or key prefix."
        onClear={onClear}
      />
    );
  }
  const viewOnly = isOperator
    ? "Partners create keys in their dashboard. You can also use the CLI."
    : "You have view-only access. Ask an owner or developer on your team to create a key.";
  return (
    <Empty
      icon={<IconKey size={28} stroke={1.5} aria-hidden />}
      title={hasHistory ? "No active keys" : "No keys yet"}
      description={
        mayManage ? "API keys let your integrations call the API on your behalf." : viewOnly
      }
    >
      {!hasHistory && newKey}
      {hasHistory && (
        <Button variant="default" onClick={onShowAll}>
          Show revoked and expired keys
        </Button>
      )}
    </Empty>
  );
}
