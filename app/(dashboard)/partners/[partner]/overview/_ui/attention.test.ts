import { expect, it } from "vitest";
import type {
  Alert,
  BrokenEndpoint,
  KeyTraffic,
  ListedKey,
  Payout,
  TransferRow,
} from "@/app/_trpc/types";
import { attentionOf, type Known } from "./attention";

const found = <Item>(data: Item[], hasMore = false) => ({ data, hasMore });
const NOTHING = {
  needsDetails: false,
  transfer: found<TransferRow>([]),
  payout: found([]),
  webhook: found([]),
  alert: found([]),
  limited: found([]),
  ending: found([]),
  replaced: found([]),
};
const of = (some: Partial<Known & { needsDetails: boolean }>) =>
  attentionOf({ ...NOTHING, ...some }).map(({ kind, id }) => `${kind} ${id}`);

it("lists current failures before upcoming ones", () => {
  const known = {
    replaced: found([{ id: "old" } as ListedKey]),
    ending: found([{ id: "soon" } as ListedKey]),
    limited: found([{ key: { id: "busy" } } as KeyTraffic]),
    alert: found([{ id: "alr_1" } as Alert]),
    webhook: found([{ id: "whe_1" } as BrokenEndpoint]),
    payout: found([{ id: "po_1" } as Payout]),
    transfer: found([{ id: "tr_1" } as TransferRow]),
    needsDetails: true,
  };
  expect(of(known)).toEqual([
    "transfer tr_1",
    "details details",
    "payout po_1",
    "webhook whe_1",
    "alert alr_1",
    "limited busy",
    "ending soon",
    "replaced old",
  ]);
  expect(of({})).toEqual([]);
});

it("ends a kind of which there is more with a link to all of it", () => {
  const keys = found([{ id: "a" } as ListedKey, { id: "b" } as ListedKey], true);
  const known = { ending: keys, replaced: keys };
  expect(of(known)).toEqual([
    "ending a",
    "ending b",
    "more ending",
    "replaced a",
    "replaced b",
    "more replaced",
  ]);
});
