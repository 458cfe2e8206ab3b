import {
  Latchkey,
  LatchkeyError,
  type LatchkeyEvent,
  type ListenOptions,
  type Partner,
} from "../../../public/latchkey";
import type { SNAPSHOT_SCHEMAS } from "../../core/webhooks/body";
import type { Sender, Sent } from "../../delivery/send";
import { signedHeaders } from "../../delivery/sign";
import type { Console } from "../command";
import { CommandFailed } from "../failure";

type Input = {
  /** Of the platform. */
  url: string;
  key: string;
  forwardTo: string;
  /** As in `GET /events`. */
  types: string | undefined;
  after: string;
  isSnapshot: boolean;
  secret: string;
  /** A new secret is shown: the receiver needs it. */
  isNewSecret: boolean;
};

/** How many events the receiver accepted with a 2xx status, and how many it did not. */
export type Forwarded = { accepted: number; refused: number };

/**
 * Follows the feed of a key and posts each event to `forwardTo` as a signed webhook, one after the
 * other and once, until it is stopped. Throws CommandFailed if the platform refuses the key or the
 * position, and if it is unreachable at the start.
 */
export async function forwardEvents(
  { print, untilStopped }: Pick<Console, "print" | "untilStopped">,
  { sender, ...input }: Input & { sender: Sender },
): Promise<Forwarded> {
  const latchkey = clientOf(input);
  const signal = untilStopped();
  signal.addEventListener("abort", () => void sender.close(), { once: true });
  const done: Forwarded = { accepted: 0, refused: 0 };
  try {
    const filter = input.types === undefined ? {} : { types: input.types };
    const after = await start(latchkey, filter, input.after, signal);
    printStart(print, await latchkey.me({ signal }), input);
    const onRetry = retryPrinter(print, input.url);
    for await (const event of latchkey.events.listen({ ...filter, after }, { signal, onRetry })) {
      const content = input.isSnapshot ? await snapshotOf(latchkey, event, signal) : event;
      const sent = await post(sender, content, input);
      if (signal.aborted && sent.status === null) break;
      const isAccepted = sent.status !== null && sent.status >= 200 && sent.status <= 299;
      done[isAccepted ? "accepted" : "refused"] += 1;
      printSent(print, event, { ...sent, isAccepted });
    }
  } catch (error) {
    if (!signal.aborted) throw asFailure(error, input);
  } finally {
    await sender.close();
  }
  return done;
}

/** Throws CommandFailed for a key or URL that the client does not take. */
function clientOf({ key, url }: Input): Latchkey {
  try {
    return new Latchkey({ key, baseUrl: url });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CommandFailed({ error: `${error.message}.`, code: "usage", details: {} });
  }
}

/** The body of a webhook: an event, thin or with its subject as `data`. */
type Content = Omit<LatchkeyEvent, "data"> & { data: object };

/** Sends it as the dispatcher does. */
function post(sender: Sender, event: Content, { forwardTo, secret }: Input): Promise<Sent> {
  const body = JSON.stringify(event);
  const headers = signedHeaders({ id: event.id, at: new Date(), body, secrets: [secret] });
  return sender.send({ url: forwardTo, headers, body });
}

type Print = Console["print"];

function printStart(print: Print, { name, code }: Partner, input: Input): void {
  const { forwardTo, secret, isNewSecret } = input;
  const secretLine = isNewSecret ? `\nSigning secret: ${secret}` : "";
  print(
    `Forwarding events of ${name} (${code}) to ${forwardTo}. Press Ctrl+C to stop.${secretLine}`,
    { partner: code, forward_to: forwardTo, ...(isNewSecret && { secret }) },
  );
}

function printSent(print: Print, event: LatchkeyEvent, sent: Sent & { isAccepted: boolean }): void {
  const { id, type, sequence } = event;
  const { status, error, durationMs, isAccepted } = sent;
  const columns = [timeOfDay(), type.padEnd(26), id, status ?? error, `${durationMs} ms`];
  print([...columns, ...(isAccepted ? [] : ["not retried"])].join("  "), {
    id,
    type,
    sequence,
    status,
    error,
    duration_ms: durationMs,
  });
}

type Filter = { types?: string };
type Reader = (id: string, options: { signal: AbortSignal }) => Promise<object>;

/** The position to begin with. The request also fails for a wrong key, filter or position. */
async function start(
  latchkey: Latchkey,
  filter: Filter,
  after: string,
  signal: AbortSignal,
): Promise<string | number> {
  const { next_after } = await latchkey.events.list({ ...filter, after, limit: 1 }, { signal });
  return after === "latest" ? next_after : after;
}

/** The event with its subject as `data`, for the kinds and in the form that the dispatcher sends. */
async function snapshotOf(
  latchkey: Latchkey,
  event: LatchkeyEvent,
  signal: AbortSignal,
): Promise<Content> {
  const { type, id } = event.subject;
  const readers: Readonly<Record<string, Reader>> = {
    account: latchkey.accounts.get,
    payout: latchkey.payouts.get,
    transfer: latchkey.transfers.get,
    price: latchkey.prices.get,
    product: latchkey.prices.get,
  } satisfies Record<keyof typeof SNAPSHOT_SCHEMAS, unknown>;
  const read = readers[type];
  if (read === undefined) return event;
  try {
    return { ...event, data: { ...(await read(id, { signal })) } };
  } catch (error) {
    if (error instanceof LatchkeyError && error.status === 404) return event;
    throw error;
  }
}

function retryPrinter(print: Print, url: string): ListenOptions["onRetry"] {
  return ({ code, status }, waitSeconds) => {
    const seconds = Math.ceil(waitSeconds);
    const what = status === null ? `Can't reach ${url}` : `${url} returned ${status}`;
    print(`${timeOfDay()}  ${what}. Retrying in ${seconds} s.`, {
      error: code,
      retry_in_seconds: seconds,
    });
  };
}

const timeOfDay = () => new Date().toTimeString().slice(0, 8);

function asFailure(error: unknown, { url, after }: Input): unknown {
  if (!(error instanceof LatchkeyError)) return error;
  return new CommandFailed({
    error: explanation(error, { url, after }),
    code: error.code,
    details: error.details,
  });
}

function explanation(error: LatchkeyError, { url, after }: Pick<Input, "url" | "after">): string {
  if (error.code === "unreachable") return `Can't reach ${url}. Set the platform's URL with --url.`;
  if (error.code === "unexpected_answer") {
    return `${url} did not respond like the platform's API (status ${error.status}). Set its URL with --url.`;
  }
  if (error.code === "events_expired") {
    const first = error.details.oldest_sequence - 1;
    return `The events after ${after} have been deleted. Continue from the oldest with --after ${first}.`;
  }
  return error.message.slice(`${error.code}: `.length);
}
