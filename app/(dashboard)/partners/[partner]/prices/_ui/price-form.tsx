import { Button, Group, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { Price } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { useRefresh } from "@/app/_trpc/use-refresh";
import { toast } from "@/app/_ui/feedback/toast";
import { useKeptDraft } from "@/app/_ui/form/kept-drafts";
import { useFormats } from "@/app/_ui/format/locale";
import { MAX_AMOUNT } from "@/server/core/values/currencies";
import { Conflict } from "./conflict";
import classes from "./price-cell.module.css";

type Props = {
  /** The price when editing began. */
  price: Price;
  onDone: () => void;
};

/** Edits a price. The minimum price is checked on every keystroke, and Enter saves. */
export function PriceForm({ price, onDone }: Props) {
  const { typedMoney, readMoney, money } = useFormats();
  const { currency, floor } = price;
  const [text, setText] = useState(typedMoney(price.amount, currency));
  const { save, current, forget } = useSave(price, onDone);
  const form = useRef<HTMLFormElement>(null);
  useKeptDraft(form);
  const amount = readMoney(text, currency);
  const problem = problemOf(amount);
  const failure = save.failure?.code === "precondition_failed" ? null : save.failure;

  function problemOf(typed: number | null): string | null {
    if (typed === null) return `Use the format ${typedMoney(price.amount, currency)}`;
    if (typed < floor) return `Must be at least ${money(floor, currency)}`;
    return typed > MAX_AMOUNT ? `Must be at most ${money(MAX_AMOUNT, currency)}` : null;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (amount === null || problem) return;
    if (amount === price.amount && !price.isDefault) onDone();
    else save.run({ amount, version: price.version });
  }

  if (current && amount !== null) {
    return (
      <Conflict
        current={current}
        mine={amount}
        isRunning={save.isRunning}
        onTheirs={onDone}
        onMine={() => {
          forget();
          save.run({ amount, version: current.version });
        }}
      />
    );
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      className={classes.form}
      onKeyDown={(event) => event.key === "Escape" && onDone()}
    >
      <TextInput
        size="sm"
        inputMode="decimal"
        aria-label={`Price of ${price.name} in ${currency}`}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        error={problem ?? failure?.message}
        leftSection={<span className={classes.currency}>{currency}</span>}
        leftSectionWidth={48}
        classNames={{ input: classes.input }}
        maxLength={20}
        autoFocus
      />
      <Group gap={6} wrap="nowrap">
        <Button size="xs" type="submit" disabled={problem !== null} loading={save.isRunning}>
          Save
        </Button>
        <Button size="xs" variant="default" onClick={onDone} disabled={save.isRunning}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}

/**
 * Saves against the version that the user saw; `current` is the price that somebody else set since.
 */
function useSave(price: Price, onDone: () => void) {
  const client = useTRPCClient();
  const partner = usePartnerCode();
  const { money } = useFormats();
  const [current, setCurrent] = useState<Price | null>(null);
  const refresh = useRefresh("prices");
  const { product, name, currency } = price;

  async function undo(version: number) {
    try {
      await client.prices.set.mutate({ partner, product, amount: price.amount, version });
      toast({ title: name, message: `Restored to ${money(price.amount, currency)}` });
    } catch (error) {
      toast({ title: `Couldn't undo the change to ${name}`, message: failureOf(error).message });
    }
    await refresh();
  }

  const save = useAction({
    mutationFn: (input: { amount: number; version: number }) =>
      client.prices.set.mutate({ partner, product, ...input }),
    onSuccess: async (saved: Price) => {
      await refresh();
      toast({
        title: name,
        message: `Price updated to ${money(saved.amount, currency)}`,
        // A price that was never set can't be unset again.
        ...(!price.isDefault && { onUndo: () => void undo(saved.version) }),
      });
      onDone();
    },
    onError: async (error: unknown) => {
      if (failureOf(error).code !== "precondition_failed") return;
      setCurrent(await client.prices.get.query({ partner, product }));
      await refresh();
    },
  });
  return { save, current, forget: () => setCurrent(null) };
}
