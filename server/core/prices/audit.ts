import type { Sentences } from "../kernel/sentence";
import { fromTo, money, text } from "../values/phrases";
import type * as actions from "./actions";

export const PRICE_SENTENCES: Sentences<typeof actions> = {
  "price.set": ({ detail }) => {
    const amount = (value: unknown) => money(value, detail.currency);
    const price = text(detail.name) ? `the price of ${text(detail.name)}` : "a price";
    // A first price replaces the default, which may be the same amount.
    if (detail.before === detail.after)
      return `set ${price} to ${amount(detail.after)}, the default`;
    return `changed ${price}${fromTo(amount(detail.before), amount(detail.after))}`;
  },
};
