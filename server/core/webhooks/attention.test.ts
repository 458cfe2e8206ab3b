import { expect, it } from "vitest";
import type { Prisma } from "../../../prisma/client/client";
import { platformForTests, steppingClock } from "../../testing/platform";
import { newId } from "../kernel/ids";
import { allBrokenEndpoints, brokenEndpoints } from "./queries";

const clock = steppingClock();
const platform = await platformForTests({ clock });

const minutesAgo = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000);

/** Of the failures since `failingSince`, which is before. */
const WARNED = { warnedAt: clock.now() };

async function newEndpoint(
  partnerId: string | null,
  state: Partial<Prisma.WebhookEndpointUncheckedCreateInput>,
): Promise<string> {
  const row = { id: newId("webhookEndpoint"), partnerId, types: ["*"], createdBy: "test" };
  const secret = { secret: new Uint8Array(1), secretBy: "test", createdAt: clock.now() };
  const url = "https://hooks.example.com/in";
  const data = { ...row, ...secret, url, ...state };
  await platform.wiring.core.transact((tx) => tx.webhookEndpoint.create({ data }));
  return row.id;
}

it("shows the owner and operators endpoints of whose failures the owner was notified", async () => {
  const [partner, other] = [await platform.newPartner(), await platform.newPartner()];
  const failing = await newEndpoint(partner.id, { failingSince: minutesAgo(30), ...WARNED });
  const longer = await newEndpoint(partner.id, { failingSince: minutesAgo(300), ...WARNED });
  await newEndpoint(partner.id, { failingSince: minutesAgo(29) });
  const before = { failingSince: minutesAgo(29), warnedAt: minutesAgo(40) };
  await newEndpoint(partner.id, before);
  await newEndpoint(partner.id, {});
  const disabled = { status: "disabled", disabledAt: minutesAgo(5) } as const;
  const gone = await newEndpoint(partner.id, { ...disabled, disabledReason: "gone" });
  await newEndpoint(partner.id, { ...disabled, disabledReason: "manual" });
  const platforms = await newEndpoint(null, { failingSince: minutesAgo(40), ...WARNED });

  const { actor } = await platform.newPerson(partner, "viewer");
  const own = await brokenEndpoints(platform.as(actor), { partnerId: partner.id });
  const problems = own.data.map(({ id, problem, since }) => [id, problem, since]);
  expect(problems).toEqual([
    [longer, "failing", minutesAgo(300)],
    [failing, "failing", minutesAgo(30)],
    [gone, "disabled", minutesAgo(5)],
  ]);
  expect(await brokenEndpoints(platform.system, { partnerId: other.id })).toEqual({
    data: [],
    hasMore: false,
  });
  const operator = platform.as((await platform.newOperator()).actor);
  const all = await allBrokenEndpoints(operator);
  expect(all.data.map(({ id }) => id)).toEqual([longer, platforms, failing, gone]);
  expect(all.data.map(({ partner }) => partner?.code ?? null)).toEqual([
    partner.code,
    null,
    partner.code,
    partner.code,
  ]);
});

it("says that there are more than ten", async () => {
  const partner = await platform.newPartner();
  for (let i = 0; i < 11; i++)
    await newEndpoint(partner.id, { failingSince: minutesAgo(60), ...WARNED });
  const found = await brokenEndpoints(platform.system, { partnerId: partner.id });
  expect([found.data.length, found.hasMore]).toEqual([10, true]);
});
