import { writeFile } from "node:fs/promises";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { verifyWebhook } from "../../../public/latchkey";
import type { Core } from "../../core/kernel/actor";
import type { DemoInbox, DemoWebhook } from "../../core/kernel/ports";
import { isLoopbackUrl } from "../../core/values/addresses";
import { MAX_EVENT_KIB } from "../../core/webhooks/limits";
import { createEndpoint, deleteEndpoint, updateEndpoint } from "../../core/webhooks/mutations";
import { DEFAULT_PER_SECOND } from "../../core/webhooks/schema";
import { MAX_BODY_BYTES } from "../../rest/input";
import { readIfExists } from "../../stores/secret-file";
import { at } from "./stage";

/** The URL that webhooks are posted to shows them in a browser. */
export const RECEIVER_PATH = "/demo/webhooks";
const MAX_KEPT = 50;
const MAX_NAME = 100;

type Options = {
  dataDir: string;
  /** The URL of this server; null where webhooks may not be sent to this machine. */
  siteUrl: string | null;
};

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Stands in for the demo partner's own server: verifies its webhooks and keeps the last ones. */
export type DemoReceiver = {
  /**
   * Opens it, with an endpoint of the demo partner that sends to it. The endpoint is created once,
   * and stays deleted if somebody deletes it.
   */
  open(core: Core, options: Options): void;
  /** Null until it is open, and if its endpoint was deleted. */
  inbox(): Promise<DemoInbox | null>;
  /** The longest body of a request: an event may be longer than what pages accept. */
  maxBodyBytes(request: IncomingMessage): number;
  /** Receives what is posted to it; all other requests go to `next`. */
  before(next: Handler): Handler;
};

/** A closed receiver. What it receives is kept until the server stops. */
export function createDemoReceiver(): DemoReceiver {
  let opened: { core: Core; endpoint: Promise<Endpoint | null> } | null = null;
  const webhooks: DemoWebhook[] = [];
  let received = 0;

  async function receive({ headers }: IncomingMessage, body: string): Promise<number> {
    const endpoint = await opened?.endpoint;
    if (!opened || !endpoint) return 404;
    const { core } = opened;
    const isVerified = await isSigned(core, endpoint.id, { headers, body });
    webhooks.unshift({
      number: ++received,
      id: String(headers["webhook-id"] ?? "").slice(0, MAX_NAME),
      type: typeOf(body),
      receivedAt: core.clock.now(),
      isVerified,
      body,
    });
    webhooks.splice(MAX_KEPT);
    return isVerified ? 204 : 401;
  }

  const isOurs = ({ method, url }: IncomingMessage) =>
    opened !== null && method === "POST" && url === RECEIVER_PATH;

  return {
    open(core, options) {
      const endpoint = provideEndpoint(core, options).catch((err: unknown) => {
        core.log.warn({ err }, "the demo's webhook endpoint could not be prepared");
        return null;
      });
      opened = { core, endpoint };
    },
    async inbox() {
      const endpoint = await opened?.endpoint;
      return endpoint ? { partnerId: endpoint.partnerId, webhooks: [...webhooks] } : null;
    },
    maxBodyBytes: (request) => (isOurs(request) ? MAX_EVENT_KIB * 1_024 : MAX_BODY_BYTES),
    before: (next) => async (request, response) => {
      if (!isOurs(request)) return next(request, response);
      const status = await receive(request, await text(request));
      response.writeHead(status, { "cache-control": "no-store" }).end();
    },
  };
}

type Endpoint = { id: string; partnerId: string };

async function provideEndpoint(core: Core, options: Options): Promise<Endpoint | null> {
  const partner = await core.db.partner.findUnique({ where: { code: "acme" } });
  if (!partner) return null;
  const ctx = at({ core, now: core.clock.now() }, core.clock.now());
  const url = options.siteUrl && options.siteUrl + RECEIVER_PATH;
  const file = join(options.dataDir, "demo-endpoint");
  const id = await readIfExists(file);
  // Without the file, an interrupted start may have created it.
  const known = id === null ? { url: { endsWith: RECEIVER_PATH } } : { id };
  const found = await core.db.webhookEndpoint.findFirst({
    where: { ...known, partnerId: partner.id },
  });
  if (found && !isReceiver(found.url)) return null;
  if (url === null) {
    if (found) await deleteEndpoint(ctx, { endpointId: found.id });
    return null;
  }
  if (!found && id !== null) return null;
  if (found && found.url !== url) await updateEndpoint(ctx, { endpointId: found.id, url });
  const endpoint = found ?? (await createFor(ctx, partner.id, url));
  await writeFile(file, endpoint.id);
  return { id: endpoint.id, partnerId: partner.id };
}

function createFor(ctx: ReturnType<typeof at>, partnerId: string, url: string) {
  return createEndpoint(ctx, {
    partnerId,
    url,
    description: "Demo: open this URL in a browser to see what arrives.",
    types: ["*"],
    payload: "thin",
    perSecond: DEFAULT_PER_SECOND,
  });
}

/** The port may be another than at the last start. */
function isReceiver(url: string): boolean {
  return isLoopbackUrl(url) && new URL(url).pathname === RECEIVER_PATH;
}

type Message = { headers: IncomingHttpHeaders; body: string };

/** Verifies a message as the documentation describes it to receivers. */
async function isSigned(core: Core, id: string, message: Message): Promise<boolean> {
  const row = await core.db.webhookEndpoint.findUnique({ where: { id } });
  const secret = row && core.webhooks.secrets.open({ bytes: row.secret, by: row.secretBy }, id);
  if (!secret) return false;
  return verifyWebhook({ ...message, secret }).then(
    () => true,
    () => false,
  );
}

function typeOf(body: string): string | null {
  try {
    const { type } = Object(JSON.parse(body)) as { type?: unknown };
    return typeof type === "string" ? type.slice(0, MAX_NAME) : null;
  } catch {
    return null;
  }
}
