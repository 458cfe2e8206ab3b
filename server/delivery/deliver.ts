import { eventJson } from "../core/events/view";
import type { Core } from "../core/kernel/actor";
import type { Sealed } from "../core/kernel/ports";
import { snapshotBody } from "../core/webhooks/body";
import type { DueDelivery, Outcome } from "./queue";
import { verdictOn } from "./schedule";
import type { Sender, Sent } from "./send";
import { signedHeaders } from "./sign";

type Services = { core: Core; sender: Sender; random: () => number };

/** Sends a delivery once and decides what follows. Never rejects. */
export async function deliver(
  { core, sender, random }: Services,
  row: DueDelivery,
): Promise<Outcome> {
  const at = core.clock.now();
  const sent = await send({ core, sender, random }, row, at).catch((err: unknown) => {
    core.log.error({ err, endpoint: row.endpointId, event: row.eventId }, "a webhook is not sent");
    return { ...UNSENT, error: "internal error" };
  });
  const { status, retryAfter } = sent;
  const tries = row.tries + 1;
  const verdict = verdictOn({ tries, status, retryAfter, now: core.clock.now(), random: random() });
  return {
    endpointId: row.endpointId,
    eventId: row.eventId,
    number: row.attempts + 1,
    tries,
    result: verdict.result === "retry" ? "pending" : verdict.result,
    isGone: verdict.isGone,
    afterMs: verdict.afterMs,
    holdMs: verdict.holdMs,
    at,
    durationMs: sent.durationMs,
    status,
    error: sent.error,
    requestBody: sent.requestBody,
    response: sent.body,
    responseHeaders: sent.headers,
    isKept: true,
  };
}

/** `requestBody` is null where it is the event itself. */
type Attempt = Sent & { requestBody: string | null };
const UNSENT = {
  status: null,
  error: null,
  retryAfter: null,
  headers: null,
  body: "",
  durationMs: 0,
  requestBody: null,
};

async function send({ core, sender }: Services, row: DueDelivery, at: Date): Promise<Attempt> {
  const secrets = secretsOf(core, row);
  if (secrets.length === 0) return { ...UNSENT, error: "the secret can't be read; rotate it" };
  const body = await bodyOf(core, row);
  if (body === null) return { ...UNSENT, error: "the event has been deleted" };
  const headers = signedHeaders({ id: row.eventId, at, body, secrets });
  const sent = await sender.send({ url: row.url, headers, body });
  return { ...sent, requestBody: row.payload === "snapshot" ? body : null };
}

function secretsOf(core: Core, row: DueDelivery): string[] {
  const open = (sealed: Sealed) => core.webhooks.secrets.open(sealed, row.endpointId);
  const { secret, secretBy, previousSecret, previousSecretBy } = row;
  const current = open({ bytes: secret, by: secretBy });
  const previous =
    previousSecret && previousSecretBy
      ? open({ bytes: previousSecret, by: previousSecretBy })
      : null;
  return [current, previous].filter((each) => each !== null);
}

async function bodyOf(core: Core, row: DueDelivery): Promise<string | null> {
  const { event } = row;
  if (row.testBody !== null || event === null) return row.testBody;
  if (row.payload === "thin") return eventJson(event);
  const actor = { kind: "system", name: "webhooks" } as const;
  return snapshotBody({ ...core, actor, address: null }, event);
}
