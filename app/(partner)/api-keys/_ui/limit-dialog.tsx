"use client";

import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { issuesOf } from "@/app/_trpc/failure";
import type { ApiKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { FailureAlert } from "@/app/_ui/failure-alert";
import { KeyCode } from "@/app/_ui/key-code";
import { RateInput } from "@/app/_ui/rate-input";
import { perMinute } from "@/app/_ui/rates";
import { rescueFocus } from "@/app/_ui/rescue-focus";
import { oneLine, SentenceInput } from "@/app/_ui/sentence-input";
import { MAX_PER_MINUTE } from "@/server/core/keys/limits";

type Props = { subject: ApiKey | null; onClose: () => void };

/** Asks the platform's operators for a higher limit of a key. */
export function LimitDialog({ subject, onClose }: Props) {
  const [shown, setShown] = useState(subject);
  if (subject && subject !== shown) setShown(subject);
  return (
    <Modal
      opened={subject !== null}
      onClose={onClose}
      onExitTransitionEnd={rescueFocus}
      title={`Request a higher limit for “${shown?.label ?? ""}”`}
      size={480}
    >
      {shown && <LimitForm key={shown.id} subject={shown} onClose={onClose} />}
    </Modal>
  );
}

type Draft = { wanted: number | string; reason: string };
type Mistakes = Partial<Record<keyof Draft, string | undefined>>;

function LimitForm({ subject, onClose }: { subject: ApiKey; onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>({ wanted: "", reason: "" });
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const action = useAsking(onClose);
  const issues = action.failure ? issuesOf(action.failure) : {};

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = mistakesIn(draft, subject.perMinute);
    setMistakes(found);
    const [first] = Object.keys(found);
    if (first) {
      document.getElementById(`limit-${first}`)?.focus();
      return;
    }
    const wantedPerMinute = Number(draft.wanted);
    action.run({ keyId: subject.id, wantedPerMinute, reason: oneLine(draft.reason) });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Text size="sm">
          <KeyCode of={subject} /> has a limit of <strong>{perMinute(subject.perMinute)}</strong>.
          The platform&apos;s operators decide, and their answer appears beside the key.
        </Text>
        <Fields
          draft={draft}
          mistakes={{
            wanted: mistakes.wanted ?? issues.wanted_per_minute ?? issues.wantedPerMinute,
            reason: mistakes.reason ?? issues.reason,
          }}
          onChange={(change) => {
            setDraft({ ...draft, ...change });
            setMistakes({});
          }}
        />
        {Object.keys(issues).length === 0 && <FailureAlert failure={action.failure} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={action.isRunning}>
            Cancel
          </Button>
          <Button type="submit" loading={action.isRunning}>
            Send request
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type FieldsProps = {
  draft: Draft;
  mistakes: Mistakes;
  onChange: (change: Partial<Draft>) => void;
};

function Fields({ draft, mistakes, onChange }: FieldsProps) {
  return (
    <>
      <RateInput
        id="limit-wanted"
        label="Wanted limit"
        description="How many requests per minute the key needs."
        value={draft.wanted}
        onChange={(wanted) => onChange({ wanted })}
        error={mistakes.wanted}
      />
      <SentenceInput
        id="limit-reason"
        label="Reason"
        description="What the key is for, and why it needs more."
        value={draft.reason}
        onChange={(reason) => onChange({ reason })}
        error={mistakes.reason}
      />
      <Text size="xs" c="dimmed">
        We attach how the key was used in the last seven days: its busiest minute, and the share of
        requests that were answered 429.
      </Text>
    </>
  );
}

function mistakesIn(draft: Draft, current: number): Mistakes {
  const wanted = Number(draft.wanted);
  const [from, to] = [current, MAX_PER_MINUTE].map((count) => count.toLocaleString("en"));
  return {
    ...(wanted > current && wanted <= MAX_PER_MINUTE
      ? {}
      : { wanted: `Give a number: more than ${from}, at most ${to}.` }),
    ...(oneLine(draft.reason) === "" ? { reason: "Say in a sentence why it needs more." } : {}),
  };
}

function useAsking(onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refresh = () =>
    queryClient.invalidateQueries({ queryKey: trpc.limitRequests.list.queryKey() });
  return useAction(
    trpc.limitRequests.open.mutationOptions({
      onSuccess: async (request) => {
        await refresh();
        notifications.show({
          title: `${perMinute(request.wantedPerMinute)} requested for “${request.key.label}”`,
          message: "The answer will appear beside the key.",
        });
        onDone();
      },
      // Somebody of the team may have asked meanwhile: then the list behind shall say so.
      onError: () => void refresh(),
    }),
  );
}
