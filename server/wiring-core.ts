import { createAuthenticators } from "./auth/authenticators";
import { createAddressReader } from "./auth/client-address";
import { originCheck } from "./auth/origin";
import { createKeptSeals, createSeals, type Secrets } from "./auth/seals";
import { createSignatures } from "./auth/signatures";
import { createWebhookSecrets } from "./auth/webhook-secrets";
import { transactWithEvents } from "./core/events/mutations";
import type { Core } from "./core/kernel/actor";
import type { Log } from "./core/kernel/ports";
import { createAddressPolicy } from "./delivery/address-policy";
import type { Env } from "./env";
import type { DiskSpace } from "./stores/disk-space";
import type { ProcessSignal } from "./stores/event-signal";
import type { Postgres } from "./stores/postgres";
import { isStoreDown } from "./stores/store-down";

/** The parts of the demo; empty elsewhere. */
export type Demo = Pick<Core, "demoOperator" | "demoInbox">;

type CoreParts = {
  env: Env;
  postgres: Postgres;
  announce: Core["announce"];
  secrets: Secrets;
  diskSpace: DiskSpace | null;
  events: Pick<ProcessSignal, "send" | "subscribe">;
  ports: Pick<Core, "passwords" | "health" | "clock" | "log"> & Demo;
};

/** The services of core in this thread. */
export function createCore(parts: CoreParts): Core {
  const { env, postgres, announce, secrets, diskSpace, events, ports } = parts;
  const onBegin = () => diskSpace?.assert();
  const aroundWrites = { clock: ports.clock, onBegin, onCommitted: events.send };
  return {
    ...ports,
    ...createSignatures(secrets),
    events,
    db: postgres.prisma,
    transact: transactWithEvents(postgres.transact, aroundWrites),
    announce,
    isUnavailable: isStoreDown,
    authenticators: createAuthenticators(secrets),
    webhooks: openWebhooks(env, secrets),
    // The command line may have no secret, and could not seal the token of a link.
    mail: {
      isOn: env.mail !== null && secrets[0] !== "",
      tokens: createKeptSeals(secrets, "mail"),
    },
    payoutDetails: {
      seals: createKeptSeals(secrets, "payout details"),
      waitHours: env.payoutDetailsWaitHours,
    },
    responseSeals: createSeals(secrets, "response"),
  };
}

/** The settings that pages show, and what follows from settings for their requests. */
export function settingsOf(env: Env, { log, hasOwnServer }: { log: Log; hasOwnServer: boolean }) {
  const { publicUrl, supportEmail, requestLog, eventDays } = env;
  const hasMail = env.mail !== null;
  return {
    publicUrl,
    shown: { supportEmail, requestLogDays: requestLog.days, eventDays, hasMail },
    originFault: originCheck({ publicUrl, log }),
    clientAddress: headerReader(env, hasOwnServer),
  };
}

function openWebhooks(env: Env, secrets: Secrets): Core["webhooks"] {
  const { urlFault } = createAddressPolicy(env.webhooks);
  return { secrets: createWebhookSecrets(secrets), urlFault };
}

function headerReader(env: Env, hasOwnServer: boolean): (headers: Headers) => string | null {
  if (hasOwnServer) return (headers) => headers.get("x-forwarded-for");
  const addressOf = createAddressReader(env.trustProxy);
  return (headers) => addressOf({ peer: null, forwardedFor: headers.get("x-forwarded-for") });
}
