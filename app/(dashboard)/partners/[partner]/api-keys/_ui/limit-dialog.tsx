import { Text } from "@mantine/core";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { useRefresh } from "@/app/_trpc/use-refresh";
import { dialogOf } from "@/app/_ui/dialog/subject-dialog";
import { useChanged } from "@/app/_ui/feedback/use-changed";
import { ActionForm } from "@/app/_ui/form/action-form";
import { RateInput } from "@/app/_ui/form/rate-input";
import { oneLine, SentenceInput } from "@/app/_ui/form/sentence-input";
import { KeyCode } from "@/app/_ui/table/cells";
import { limitText, MAX_PER_MINUTE } from "@/server/core/keys/limits";
import { SevenDays } from "./seven-days";

/** Requests a higher limit for a key from the platform team. */
export const LimitDialog = dialogOf({
  title: ({ label }: ApiKey) => `Request a rate limit increase for ${label}`,
  keyOf: ({ id }) => id,
  Form: LimitForm,
});

type Draft = { wanted: number | string; reason: string };
type Mistakes = Partial<Record<keyof Draft, string>>;

function LimitForm({ of: subject, onClose }: { of: ApiKey; onClose: () => void }) {
  const partner = usePartnerCode();
  const [draft, setDraft] = useState<Draft>({ wanted: "", reason: "" });
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const action = useAsking(onClose);
  const { issues } = action;
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    setMistakes({});
  };

  function submit() {
    const found = mistakesIn(draft, subject.perMinute);
    setMistakes(found);
    if (Object.keys(found).length > 0) return;
    const wantedPerMinute = Number(draft.wanted);
    action.run({ partner, keyId: subject.id, wantedPerMinute, reason: oneLine(draft.reason) });
  }

  return (
    <ActionForm action={action} confirm="Send request" onSubmit={submit} onCancel={onClose}>
      <Text size="sm">
        <KeyCode of={subject} /> is limited to <strong>{limitText(subject.perMinute)}</strong>.
        We&apos;ll review your request and show the decision next to the key.
      </Text>
      <RateInput
        isFirst
        per="min"
        label="New limit"
        description="Requests per minute."
        value={draft.wanted}
        onChange={(wanted) => change({ wanted })}
        error={mistakes.wanted ?? issues.wantedPerMinute}
      />
      <SentenceInput
        label="Reason"
        description="Tell us about your use case and expected traffic."
        value={draft.reason}
        onChange={(reason) => change({ reason })}
        error={mistakes.reason ?? issues.reason}
      />
      <Text size="xs" c="dimmed">
        The key&apos;s usage over the last 7 days (its peaks and the share of rate-limited requests)
        is included with your request.
      </Text>
      <SevenDays partner={partner} keyId={subject.id} limit={subject.perMinute} until={null} />
    </ActionForm>
  );
}

function mistakesIn(draft: Draft, current: number): Mistakes {
  const wanted = Number(draft.wanted);
  const [from, to] = [current + 1, MAX_PER_MINUTE].map((count) => count.toLocaleString("en"));
  return {
    ...(wanted > current && wanted <= MAX_PER_MINUTE
      ? {}
      : { wanted: `Enter a number between ${from} and ${to}.` }),
    ...(oneLine(draft.reason) === "" ? { reason: "Enter a reason." } : {}),
  };
}

function useAsking(onDone: () => void) {
  const trpc = useTRPC();
  const changed = useChanged(onDone, "keys");
  const refresh = useRefresh("keys");
  return useAction(
    trpc.limitRequests.open.mutationOptions({
      onSuccess: ({ wantedPerMinute, key }) =>
        changed(
          `Request sent: ${limitText(wantedPerMinute)} for ${key.label}`,
          "You'll see the decision next to the key.",
        ),
      // A colleague may have sent a request in the meantime, so the list is refetched too.
      onError: () => void refresh(),
    }),
  );
}
