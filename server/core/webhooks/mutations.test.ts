import { expect, it } from "vitest";
import { platformForTests } from "@/server/testing/platform";
import { listAudit } from "../audit/queries";
import { setPartnerStatus } from "../partners/mutations";
import { updateEndpoint } from "./mutations";
import { addEndpoint } from "./testing/endpoint";

const platform = await platformForTests();

it("while suspended, an endpoint can be disabled, but neither changed nor enabled", async () => {
  const { partner, owner } = await platform.newPartnerWithOwner();
  const { id: endpointId } = await addEndpoint(platform.system, partner.id);
  await setPartnerStatus(platform.system, { partnerId: partner.id, status: "suspended" });
  const update = (input: object) => updateEndpoint(owner, { endpointId, ...input });

  const suspended = { code: "partner_suspended" };
  await expect(update({ perSecond: 5 })).rejects.toMatchObject(suspended);
  await expect(update({ status: "disabled", perSecond: 5 })).rejects.toMatchObject(suspended);
  expect(await update({ status: "disabled" })).toMatchObject({ status: "disabled" });
  await expect(update({ status: "enabled" })).rejects.toMatchObject(suspended);
  // It is disabled already.
  expect(await update({ status: "disabled" })).toMatchObject({ status: "disabled" });

  const { data } = await listAudit(platform.system, { partnerId: partner.id, limit: 10 });
  const entries = data.filter(({ action }) => action === "webhook_endpoint.disabled");
  expect(entries).toMatchObject([{ subject: endpointId }]);
});
