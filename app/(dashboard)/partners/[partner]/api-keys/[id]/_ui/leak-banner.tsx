"use client";

import { Alert, Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { useAccess, usePartnerCode } from "@/app/_trpc/use-partner";
import { FailureAlert } from "@/app/_ui/feedback/failure-alert";
import { toast } from "@/app/_ui/feedback/toast";
import { RelativeTime } from "@/app/_ui/format/moment";
import { IconAlertTriangle } from "@/app/_ui/icons/icons";
import { LEAKED_NOTE } from "@/server/core/leaks/titles";
import { isLive } from "../../_ui/live";
import { useRefreshKeys } from "../../_ui/use-refresh-keys";
import classes from "./key-page.module.css";

/** Warns about a key that was found in public, until it is revoked or somebody dismisses that. */
export function LeakBanner({ of: key }: { of: ApiKey }) {
  if (key.leakedAt === null || !isLive(key)) return null;
  return (
    <Alert
      color="red"
      variant="light"
      mb="lg"
      radius="lg"
      role="note"
      title="This key was leaked"
      icon={<IconAlertTriangle aria-hidden />}
    >
      <Text size="sm">It was found in public. {LEAKED_NOTE}</Text>
      <Places keyId={key.id} />
      <Dismiss keyId={key.id} />
    </Alert>
  );
}

function Places({ keyId }: { keyId: string }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const { data = [] } = useQuery(trpc.leaks.list.queryOptions({ partner, keyId }));
  return (
    <ul className={classes.places}>
      {data.map(({ id, source, url, reportedAt }) => (
        <li key={id}>
          <span>{url ?? `Unknown URL (${source})`}</span>, reported <RelativeTime at={reportedAt} />
        </li>
      ))}
    </ul>
  );
}

function Dismiss({ keyId }: { keyId: string }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const access = useAccess("key.leak_dismissed");
  const refresh = useRefreshKeys();
  const action = useAction(
    trpc.leaks.dismiss.mutationOptions({
      onSuccess: async () => {
        await refresh();
        toast({ title: "Leak dismissed", message: "The key stays active." });
      },
    }),
  );
  if (access === "hidden") return null;
  return (
    <>
      <FailureAlert failure={action.failure} />
      <Button
        variant="default"
        size="xs"
        mt="sm"
        loading={action.isRunning}
        onClick={() => action.run({ partner, keyId })}
      >
        Dismiss
      </Button>
    </>
  );
}
