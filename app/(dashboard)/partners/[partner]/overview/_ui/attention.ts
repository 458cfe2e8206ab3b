import type {
  Alert,
  BrokenEndpoint,
  KeyTraffic,
  ListedKey,
  Payout,
  TransferRow,
} from "@/app/_trpc/types";

/** The first items of a kind, and whether there are more. */
type Found<Item> = { data: readonly Item[]; hasMore: boolean };

export type Attention =
  | { kind: "transfer"; id: string; transfer: TransferRow }
  | { kind: "details"; id: "details" }
  | { kind: "payout"; id: string; payout: Payout }
  | { kind: "webhook"; id: string; endpoint: BrokenEndpoint }
  | { kind: "alert"; id: string; alert: Alert }
  | { kind: "limited"; id: string; traffic: KeyTraffic }
  | { kind: "ending"; id: string; key: ListedKey }
  | { kind: "replaced"; id: string; key: ListedKey }
  | { kind: "more"; id: keyof Known };

export type Known = {
  transfer: Found<TransferRow>;
  payout: Found<Payout>;
  webhook: Found<BrokenEndpoint>;
  alert: Found<Alert>;
  limited: Found<KeyTraffic>;
  ending: Found<ListedKey>;
  replaced: Found<ListedKey>;
};

/** `needsDetails`: there is money, and no account to pay it to. */
type Facts = Known & { needsDetails: boolean };

/**
 * The things that need attention: current failures first, then upcoming ones, then cleanup. A kind
 * of which there is more ends with a link to all of it.
 */
export function attentionOf({ needsDetails, ...known }: Facts): Attention[] {
  const { transfer, payout, webhook, alert, limited, ending, replaced } = known;
  return [
    ...transfer.data.map((one) => ({ kind: "transfer", id: one.id, transfer: one }) as const),
    ...moreOf("transfer", transfer),
    ...(needsDetails ? [{ kind: "details", id: "details" } as const] : []),
    ...payout.data.map((one) => ({ kind: "payout", id: one.id, payout: one }) as const),
    ...moreOf("payout", payout),
    ...webhook.data.map((one) => ({ kind: "webhook", id: one.id, endpoint: one }) as const),
    ...moreOf("webhook", webhook),
    ...alert.data.map((one) => ({ kind: "alert", id: one.id, alert: one }) as const),
    ...moreOf("alert", alert),
    ...limited.data.map((one) => ({ kind: "limited", id: one.key.id, traffic: one }) as const),
    ...moreOf("limited", limited),
    ...ending.data.map((key) => ({ kind: "ending", id: key.id, key }) as const),
    ...moreOf("ending", ending),
    ...replaced.data.map((key) => ({ kind: "replaced", id: key.id, key }) as const),
    ...moreOf("replaced", replaced),
  ];
}

function moreOf(id: keyof Known, { hasMore }: Found<unknown>): Attention[] {
  return hasMore ? [{ kind: "more", id }] : [];
}
