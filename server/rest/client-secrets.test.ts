import { expect, it } from "vitest";
import { openClientStand, rejectionOf } from "./testing/client-stand";

const stand = await openClientStand();

it("repeats a creation and a rotation with their secret, and fails where it is no longer shown", async () => {
  const { latchkey } = await stand.newClient();
  const { create, rotate } = latchkey.webhookEndpoints;
  const options = { idempotencyKey: "once" };
  const input = { url: "https://partner.example/hooks", types: ["account.*"] };
  const made = await create(input, options);
  expect(await create(input, options)).toEqual(made);
  const rotated = await rotate(made.id, options);
  expect(await rotate(made.id, options)).toEqual(rotated);
  await stand.platform.wiring.core.transact((tx) => tx.sealedResponse.deleteMany());
  for (const repeat of [() => create(input, options), () => rotate(made.id, options)]) {
    const refused = await rejectionOf(repeat());
    expect([refused.code, refused.details]).toEqual(["secret_unavailable", { id: made.id }]);
    expect(refused.message).toContain("webhookEndpoints.rotate()");
  }
});
