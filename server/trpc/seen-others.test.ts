import { expect, it } from "vitest";
import { platformForTests } from "../testing/platform";
import { DETAILS } from "./testing/payout-details-rows";
import { newTransfer } from "./testing/scene";

const platform = await platformForTests();

it("of transfers that are marked at once, those that somebody else has marked are refused", async () => {
  const partner = await platform.newPartner();
  const { transfers } = platform.caller((await platform.newOperator()).actor);
  const first = await newTransfer(platform, partner);
  const second = await newTransfer(platform, partner);
  const seen = { [first]: "pending", [second]: "pending" } as const;

  const theirs = { status: "paid", reference: "SEPA 1" } as const;
  for (const _try of [1, 2]) {
    const [paid] = await transfers.mark({ transferIds: [first], ...theirs, seen });
    expect(paid?.code).toBe(null);
  }
  const mine = { status: "failed", reference: "closed" } as const;
  const transferIds = [first, second];
  expect(await transfers.mark({ ...mine, transferIds, seen })).toMatchObject([
    { code: "precondition_failed", status: "paid", message: /has become paid since you opened it/ },
    { code: null, transfer: { status: "failed" } },
  ]);
  const [failed] = await transfers.mark({
    ...mine,
    transferIds: [first],
    seen: { [first]: "paid" },
  });
  expect(failed?.transfer).toMatchObject({ status: "failed", reference: "closed" });
});

it("a change of payout details replaces that of somebody else only if it was seen", async () => {
  const partner = await platform.newPartner();
  const payoutDetails = async () =>
    platform.caller((await platform.newPerson(partner, "owner")).actor).payoutDetails;
  const [mine, theirs] = [await payoutDetails(), await payoutDetails()];
  const change = (holder: string, latest: unknown) => ({
    ...DETAILS,
    partner: partner.code,
    holder,
    seen: { latest: JSON.parse(JSON.stringify(latest)) },
  });
  for (const _try of [1, 2]) await theirs.change(change("Theirs", null));
  const { pending } = await mine.get({ partner: partner.code });
  const refusal = await mine.change(change("Mine", null)).catch((error) => error);
  expect(refusal).toMatchObject({ code: "PRECONDITION_FAILED" });
  const { current } = refusal.cause.details;
  expect(current.latest).toMatchObject({ id: pending?.id, createdBy: pending?.createdBy });
  expect(await mine.change(change("Mine", current.latest))).toMatchObject({ holder: "Mine" });
});
