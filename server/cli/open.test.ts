import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Ctx } from "../core/kernel/actor";
import { createPartner } from "../core/partners/mutations";
import { PayoutDetailsChange } from "../core/payout-details/change-schema";
import { changePayoutDetails, revealPayoutDetails } from "../core/payout-details/mutations";
import { GIVEN } from "../core/payout-details/testing/given";
import { readEnv } from "../env";
import { authSecretFile } from "../stores/secret-file";
import { temporaryFolder } from "../testing/processes";
import type { CommandHost } from "./command";
import { openOwn } from "./open";

const asSystem = ({ core }: CommandHost): Ctx => ({
  ...core,
  actor: { kind: "system", name: "test" },
  address: null,
});

// The bank's file needs them, and a server that is stopped has no NEXTAUTH_SECRET to ask for.
test("a command beside a stopped server reads what the server has encrypted", async () => {
  const dataDir = temporaryFolder("own");
  writeFileSync(authSecretFile(dataDir), "the secret that a server has made for itself");
  const settings = { DATA_DIR: dataDir, PAYOUT_DETAILS_WAIT_HOURS: "0", LOG_LEVEL: "silent" };
  const secret = "the secret that a server has made for itself";
  const server = await openOwn(readEnv({ ...settings, NEXTAUTH_SECRET: secret }));
  const ctx = asSystem(server.host);
  const { partner } = await createPartner(ctx, { code: "own", name: "Own", revsharePct: 20 });
  const partnerId = partner.id;
  await changePayoutDetails(ctx, { partnerId, ...PayoutDetailsChange.parse(GIVEN) });
  await server.close();

  const command = await openOwn(readEnv(settings));
  expect(command.host.dispatcher).not.toBeNull();
  const { iban } = await revealPayoutDetails(asSystem(command.host), { partnerId });
  expect(iban).toBe("DE89370400440532013000");
  await command.close();
});
