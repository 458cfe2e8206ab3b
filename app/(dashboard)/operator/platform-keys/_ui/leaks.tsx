import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { PlatformKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { useRefresh } from "@/app/_trpc/use-refresh";
import { toast } from "@/app/_ui/feedback/toast";
import { KeyCode } from "@/app/_ui/table/cells";
import { LeakAlert } from "@/app/(dashboard)/_keys/leak-alert";
import { isLive } from "@/app/(dashboard)/partners/[partner]/api-keys/_ui/live";
import { LEAKED_NOTE, platformKeyLeakedTitle } from "@/server/core/leaks/titles";

/** Warns about each platform key that was found in public and still works. */
export function Leaks({ of: keys }: { of: readonly PlatformKey[] }) {
  return keys
    .filter((key) => key.leakedAt !== null && isLive(key))
    .map((key) => <Leak key={key.id} of={key} />);
}

function Leak({ of: key }: { of: PlatformKey }) {
  const { id: keyId, label } = key;
  const trpc = useTRPC();
  const refresh = useRefresh("platformKeys");
  const { data: places = [] } = useQuery(trpc.leaks.ofPlatformKey.queryOptions({ keyId }));
  const action = useAction(
    trpc.leaks.dismissPlatformKey.mutationOptions({
      onSuccess: async () => {
        await refresh();
        toast({ title: "Leak dismissed", message: `${label} stays active.` });
      },
    }),
  );
  return (
    <LeakAlert
      title={platformKeyLeakedTitle(label)}
      // Those that were rotated have the same name.
      shown={<KeyCode of={key} />}
      note={LEAKED_NOTE}
      places={places}
      dismiss={action}
      onDismiss={() => action.run({ keyId })}
    />
  );
}
