import type { ActionState } from "@/app/_trpc/use-action";
import { FORMATS } from "@/app/_ui/format/formats";
import { MAX_AMOUNT } from "@/server/core/values/currencies";

/** A product as it is typed: amounts as decimals of its currency. */
export type Draft = {
  name: string;
  code: string;
  currency: string;
  floor: string;
  retail: string;
};

export type Errors = Partial<Record<keyof Draft, string>>;

const { money, readMoney, typedMoney } = FORMATS;

/** The validation messages by field. */
export function mistakesIn({ name, code, currency, floor, retail }: Draft): Errors {
  const mistakes: Errors = {};
  if (name.trim() === "") mistakes.name = "Enter a name.";
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/.test(code.trim())) {
    mistakes.code = "Use 1–64 lowercase letters, numbers, dots, hyphens or underscores.";
  }
  if (currency === "") return { ...mistakes, currency: "Choose a currency." };
  const [least, usual] = [readMoney(floor, currency), readMoney(retail, currency)];
  mistakes.floor = amountMistake(least, currency);
  mistakes.retail = amountMistake(usual, currency);
  if (least !== null && usual !== null && !mistakes.floor && usual < least) {
    mistakes.retail = `Enter at least the minimum price, ${money(least, currency)}.`;
  }
  return Object.fromEntries(Object.entries(mistakes).filter(([, message]) => message));
}

function amountMistake(amount: number | null, currency: string): string {
  if (amount === null) return `Enter an amount, for example ${typedMoney(990, currency)}.`;
  return amount > MAX_AMOUNT ? `Enter at most ${money(MAX_AMOUNT, currency)}.` : "";
}

/** The product that was typed; null if there is a mistake. */
export function productOf(draft: Draft) {
  const { currency } = draft;
  if (Object.keys(mistakesIn(draft)).length > 0) return null;
  const floor = readMoney(draft.floor, currency);
  const defaultRetail = readMoney(draft.retail, currency);
  if (floor === null || defaultRetail === null) return null;
  return { name: draft.name.trim(), code: draft.code.trim(), currency, floor, defaultRetail };
}

/** The server's validation message of a field. */
export function refusals({ failure, issues }: ActionState): Errors {
  if (!failure) return {};
  const isTaken = failure.code === "conflict" && failure.details.field === "code";
  const fields: [keyof Draft, string | undefined][] = [
    ["name", issues.name],
    ["code", isTaken ? failure.message : issues.code],
    ["currency", issues.currency],
    ["floor", issues.floor],
    ["retail", issues.defaultRetail],
  ];
  return Object.fromEntries(fields.filter(([, message]) => message !== undefined));
}
