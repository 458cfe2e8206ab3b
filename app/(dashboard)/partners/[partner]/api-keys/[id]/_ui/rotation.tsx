import { Alert } from "@mantine/core";
import type { ApiKey, KeyDetails, KeyUsage } from "@/app/_trpc/types";
import { Sparkline } from "@/app/_ui/chart/sparkline";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Count } from "@/app/_ui/format/money";
import { useNow } from "@/app/_ui/format/use-now";
import { IconRefresh } from "@/app/_ui/icons/icons";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";
import { KeyCode } from "@/app/_ui/table/cells";
import { isLive, trafficOf } from "../../_ui/live";
import { totalOf } from "../../_ui/usage";
import classes from "./key-page.module.css";

type Props = { of: KeyDetails; usage: readonly KeyUsage[] };

/** During a rotation, shows the traffic of the old key beside that of the new one. */
export function Rotation({ of: key, usage }: Props) {
  const pair = pairOf(key);
  const now = useNow();
  if (!pair) return null;
  const { old, successor } = pair;
  const traffic = trafficOf(old, now);
  const one = (which: ApiKey, word: string) => (
    <Half
      of={which}
      word={word}
      isThis={which.id === key.id}
      usage={usage.find(({ keyId }) => keyId === which.id)}
    />
  );
  return (
    <Alert
      color="gray"
      mb="lg"
      radius="lg"
      role="note"
      title="Rotation in progress — both keys are active"
      icon={<IconRefresh aria-hidden />}
    >
      <span suppressHydrationWarning>{VERDICTS[traffic ?? "young"]}</span>
      {old.revokedAt && (
        <>
          {" "}
          The old key will be revoked <RelativeTime at={old.revokedAt} />.
        </>
      )}
      <div className={classes.pair}>
        {one(old, "Old")}
        {one(successor, "New")}
      </div>
    </Alert>
  );
}

const VERDICTS = {
  silent: "The old key has had no traffic for 24 hours. It's safe to revoke.",
  "in use": "The old key is still receiving traffic. Update the integration before revoking it.",
  young: "The old key hasn't been used yet. Wait 24 hours before revoking it.",
};

type HalfProps = { of: ApiKey; word: string; isThis: boolean; usage: KeyUsage | undefined };

function Half({ of: key, word, isThis, usage }: HalfProps) {
  const total = usage ? totalOf(usage) : 0;
  return (
    <div>
      <span className={classes.traffic}>
        {word}: {isThis ? <KeyCode of={key} /> : <Other of={key} />}
      </span>
      {usage && <Sparkline values={usage.hours} width={120} />}
      <span>
        <Count value={total} /> {total === 1 ? "request" : "requests"} in the last 24 hours
        {key.lastUsedAt && (
          <>
            , last used <RelativeTime at={key.lastUsedAt} />
          </>
        )}
      </span>
    </div>
  );
}

function Other({ of: key }: { of: ApiKey }) {
  return (
    <PartnerTextLink path={`/api-keys/${key.id}`} size="sm">
      <KeyCode of={key} />
    </PartnerTextLink>
  );
}

/** The key with the active one that replaces it, or that it replaces. */
function pairOf(key: KeyDetails) {
  if (!isLive(key)) return null;
  if (key.replacedBy) return { old: key, successor: key.replacedBy };
  return key.replaces && { old: key.replaces, successor: key };
}
