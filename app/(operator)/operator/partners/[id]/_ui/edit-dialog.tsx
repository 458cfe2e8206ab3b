"use client";

import { Group, Modal, NumberInput, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { PartnerRow } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { ActionForm } from "@/app/_ui/action-form";
import { toast } from "@/app/_ui/toast";

type Props = { partner: PartnerRow; isOpen: boolean; onClose: () => void };

/** Changes a partner's name, terms and notes. */
export function EditDialog({ partner, isOpen, onClose }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Edit ${partner.name}`} size={520}>
      <EditForm partner={partner} onClose={onClose} />
    </Modal>
  );
}

function EditForm({ partner, onClose }: Omit<Props, "isOpen">) {
  const [name, setName] = useState(partner.name);
  const [share, setShare] = useState<number | string>(partner.revsharePct);
  const [cap, setCap] = useState<number | string>(partner.maxActiveKeys);
  const [notes, setNotes] = useState(partner.notes);
  const action = useUpdate(onClose);
  const { issues } = action;

  function submit() {
    // What is empty is no number: the server says so beside the field.
    const [revsharePct, maxActiveKeys] = [share, cap].map((value) =>
      value === "" ? Number.NaN : Number(value),
    );
    action.run({ partnerId: partner.id, name, revsharePct, maxActiveKeys, notes });
  }

  return (
    <ActionForm action={action} confirm="Save" onSubmit={submit} onCancel={onClose}>
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={issues.name}
        maxLength={80}
        autoComplete="off"
        data-autofocus
      />
      <Group grow align="flex-start">
        <NumberInput
          size="md"
          label="Revenue share"
          description="Of months closed from now on."
          value={share}
          onChange={setShare}
          error={issues.revsharePct && "Give a percentage of 0 to 100."}
          clampBehavior="none"
          decimalScale={2}
          allowNegative={false}
          suffix=" %"
          hideControls
        />
        <NumberInput
          size="md"
          label="Live keys at most"
          description="Keys that are there stay."
          value={cap}
          onChange={setCap}
          error={issues.maxActiveKeys && "Give a number of 1 to 1,000."}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          hideControls
        />
      </Group>
      <Textarea
        label="Notes"
        description="For operators only: the partner never sees them."
        size="md"
        autosize
        minRows={4}
        maxRows={12}
        maxLength={4_000}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
        error={issues.notes}
      />
    </ActionForm>
  );
}

function useUpdate(onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useAction(
    trpc.partners.update.mutationOptions({
      onSuccess: async (partner) => {
        await queryClient.invalidateQueries({ queryKey: trpc.partners.pathKey() });
        toast({ title: `${partner.name} is saved`, message: "In force from its next request on." });
        onDone();
      },
    }),
  );
}
