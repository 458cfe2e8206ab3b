"use client";

import { Modal, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { issuesOf } from "@/app/_trpc/failure";
import type { LimitRequest } from "@/app/_trpc/types";
import { type Action, useAction } from "@/app/_trpc/use-action";
import { DialogFooter } from "@/app/_ui/dialog-footer";
import { FailureAlert } from "@/app/_ui/failure-alert";
import { RateInput } from "@/app/_ui/rate-input";
import { perMinute } from "@/app/_ui/rates";
import { rescueFocus } from "@/app/_ui/rescue-focus";
import { oneLine, SentenceInput } from "@/app/_ui/sentence-input";
import { toast } from "@/app/_ui/toast";
import { MAX_PER_MINUTE } from "@/server/core/keys/limits";
import type { LimitRequestDecision } from "@/server/core/limit-requests/schema";

export type Decision = { kind: "approve" | "decline"; request: LimitRequest };

type Props = { decision: Decision | null; onClose: () => void };

/** Approves a request with a number, or declines it with a sentence. */
export function DecideDialog({ decision, onClose }: Props) {
  const [shown, setShown] = useState(decision);
  if (decision && decision !== shown) setShown(decision);
  const verb = shown?.kind === "decline" ? "Decline" : "Approve";
  const Form = shown?.kind === "decline" ? DeclineForm : ApproveForm;
  return (
    <Modal
      opened={decision !== null}
      onClose={onClose}
      onExitTransitionEnd={rescueFocus}
      title={`${verb} a higher limit for “${shown?.request.key.label ?? ""}”`}
      size={480}
    >
      {shown && (
        <Form key={`${shown.kind} ${shown.request.id}`} request={shown.request} onClose={onClose} />
      )}
    </Modal>
  );
}

type FormProps = { request: LimitRequest; onClose: () => void };

function ApproveForm({ request, onClose }: FormProps) {
  const [granted, setGranted] = useState<number | string>(request.wantedPerMinute);
  const [mistake, setMistake] = useState<string | null>(null);
  const action = useDeciding(onClose);
  const { currentPerMinute } = request;

  function submit() {
    const perMinute = Number(granted);
    if (perMinute > currentPerMinute && perMinute <= MAX_PER_MINUTE) {
      action.run({ decision: "approve", id: request.id, perMinute });
      return;
    }
    const [from, to] = [currentPerMinute, MAX_PER_MINUTE].map((n) => n.toLocaleString("en"));
    setMistake(`Give a number: more than ${from}, at most ${to}.`);
    document.getElementById("granted")?.focus();
  }

  return (
    <Frame {...{ request, action, onClose, submit }} confirm="Approve">
      <RateInput
        id="granted"
        label="New limit"
        description="Requests per minute, in force from the key's next request on."
        value={granted}
        onChange={(value) => {
          setGranted(value);
          setMistake(null);
        }}
        error={mistake ?? issueOf(action, "perMinute")}
      />
    </Frame>
  );
}

function DeclineForm({ request, onClose }: FormProps) {
  const [answer, setAnswer] = useState("");
  const [mistake, setMistake] = useState<string | null>(null);
  const action = useDeciding(onClose);

  function submit() {
    if (oneLine(answer) !== "") {
      action.run({ decision: "decline", id: request.id, answer: oneLine(answer) });
      return;
    }
    setMistake("Say in a sentence why not.");
    document.getElementById("answer")?.focus();
  }

  return (
    <Frame {...{ request, action, onClose, submit }} confirm="Decline">
      <SentenceInput
        id="answer"
        label="Answer"
        description="The partner reads it beside the key. The limit stays, and they may ask again."
        value={answer}
        onChange={(value) => {
          setAnswer(value);
          setMistake(null);
        }}
        error={mistake ?? issueOf(action, "answer")}
        isFirst
      />
    </Frame>
  );
}

type FrameProps = FormProps & {
  action: Action<LimitRequestDecision>;
  submit: () => void;
  confirm: string;
  children: ReactNode;
};

function Frame({ request, action, submit, confirm, onClose, children }: FrameProps) {
  const hasIssues = action.failure !== null && Object.keys(issuesOf(action.failure)).length > 0;
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="lg">
        <Text size="sm">
          {request.partner.name} asks for <strong>{perMinute(request.wantedPerMinute)}</strong>,
          having {perMinute(request.currentPerMinute)}: “{request.reason}”
        </Text>
        {children}
        {!hasIssues && <FailureAlert failure={action.failure} />}
        <DialogFooter confirm={confirm} isRunning={action.isRunning} onCancel={onClose} />
      </Stack>
    </form>
  );
}

function issueOf(action: Action<LimitRequestDecision>, path: string): string | undefined {
  return action.failure ? issuesOf(action.failure)[path] : undefined;
}

function useDeciding(onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refresh = () =>
    queryClient.invalidateQueries({ queryKey: trpc.limitRequests.list.queryKey() });
  return useAction(
    trpc.limitRequests.decide.mutationOptions({
      onSuccess: async (request) => {
        await refresh();
        const { grantedPerMinute, key } = request;
        const title = grantedPerMinute
          ? `“${key.label}” has ${perMinute(grantedPerMinute)} now`
          : `The request for “${key.label}” is declined`;
        toast({ title, message: `${request.partner.name} sees it beside the key.` });
        onDone();
      },
      // Another operator may have decided meanwhile: then the list behind shall say so.
      onError: () => void refresh(),
    }),
  );
}
