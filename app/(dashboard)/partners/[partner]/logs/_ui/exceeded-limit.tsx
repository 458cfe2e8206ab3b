import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { ListedKey, RequestDetails } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { WriteButton } from "@/app/_ui/form/write-button";
import { useFormats } from "@/app/_ui/format/locale";
import { useZone } from "@/app/_ui/format/use-now";
import { burstOf } from "@/server/core/keys/limits";
import { KeyLimitDialog } from "../../api-keys/_ui/key-dialogs";
import { useLimitAction } from "../../api-keys/_ui/limit-cell";

type Props = { by: NonNullable<RequestDetails["exceeded"]>; perMinute: number };

/** Which of a key's two limits a request exceeded, and what the key had sent by then. */
export function ExceededLimit({ by, perMinute }: Props) {
  const { number, exactTime } = useFormats();
  const zone = useZone();
  const { limit, inMinute, inTenSeconds, until } = by;
  const burst = burstOf(perMinute);
  return (
    <p suppressHydrationWarning>
      {limit === "minute" ? (
        <>
          <strong>Requests per minute exceeded:</strong> the key sent {number(inMinute)} requests in
          the minute up to {exactTime(until, zone)}; {number(perMinute)} are allowed.
        </>
      ) : (
        <>
          <strong>Burst exceeded:</strong> the key sent{" "}
          {inTenSeconds > burst
            ? `${number(inTenSeconds)} requests in the 10 seconds up to ${exactTime(until, zone)}`
            : "requests faster than its burst refills"}
          ; bursts of {number(burst)} are allowed. In that minute, it sent {number(inMinute)} of{" "}
          {number(perMinute)}.
        </>
      )}
    </p>
  );
}

/** Requests a higher limit for the key; operators set it. Renders nothing if nobody may. */
export function LimitOffer({ keyId }: { keyId: string }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const key = useQuery(trpc.keys.get.queryOptions({ partner, keyId }));
  return key.data ? <Offer of={key.data} /> : null;
}

function Offer({ of: key }: { of: ListedKey }) {
  const { verb, access } = useLimitAction(key);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <WriteButton access={access} size="xs" variant="default" onClick={() => setIsOpen(true)}>
        {verb}
      </WriteButton>
      <KeyLimitDialog subject={isOpen ? key : null} onClose={() => setIsOpen(false)} />
    </>
  );
}
