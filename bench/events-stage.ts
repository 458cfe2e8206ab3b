import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { CUSTOMER_EVENTS } from "../server/core/customers/events";
import type { Core } from "../server/core/kernel/actor";
import { event } from "../server/core/kernel/event";
import { createPartner } from "../server/core/partners/mutations";
import { createEndpoint } from "../server/core/webhooks/mutations";
import { newCertificate } from "../server/testing/certificate";
import { freePort } from "../server/testing/processes";
import { type Product, startProduct } from "../server/testing/product";
import { openBenchCore } from "./core";
import type { Arrival } from "./events-receiver";
import { openStores } from "./throughput-stage";

const SECRET = "the secret of the events bench".padEnd(40, ".");
const RECEIVER = fileURLToPath(new URL("events-receiver.ts", import.meta.url));
const CREATED_AT_ONCE = 8;

export type EventsStage = Awaited<ReturnType<typeof openEventsStage>>;

type Launch = { port?: number; env?: Record<string, string> };

/** Now, by the monotonic clock that all processes of a machine share. */
export const sharedMs = () => Number(process.hrtime.bigint()) / 1e6;

/** Stores, a receiver, and a core of this process that writes events but delivers none. */
export async function openEventsStage() {
  const stores = await openStores();
  const receiver = await startReceiver();
  const closedPort = await freePort();
  const settings = {
    NEXTAUTH_SECRET: SECRET,
    WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1/32",
    WEBHOOK_ALLOWED_PORTS: `${receiver.port},${closedPort}`,
  };
  const { wiring, ctx } = await openBenchCore(stores.databaseUrl, {
    secret: SECRET,
    settings: { REDIS_URL: stores.redisUrl, ...settings },
  });
  const { core } = wiring;
  const products: Product[] = [];
  let partners = 0;

  return {
    stores,
    receiver,
    core,
    ctx,
    /** Paths on the receiver, and a URL where nobody listens. */
    urlOf: (path: string) => `https://127.0.0.1:${receiver.port}${path}`,
    refusingUrl: `https://127.0.0.1:${closedPort}/`,

    async launch({ port, env: more }: Launch = {}): Promise<Product> {
      const env = { NODE_EXTRA_CA_CERTS: receiver.certificate, ...settings, ...more };
      const product = await startProduct({ ...stores, env, ...(port && { port }) });
      products.push(product);
      return product;
    },

    /** A partner with endpoints at these URLs, without their pings. */
    async newPartner(urls: readonly string[], perSecond = 1_000): Promise<string> {
      const code = `events-${++partners}`;
      const { partner } = await createPartner(ctx, { code, name: code, revsharePct: 20 });
      const types = ["account.*"];
      for (const url of urls) {
        const input = { partnerId: partner.id, url, types, perSecond };
        await createEndpoint(ctx, { ...input, payload: "thin" });
      }
      await core.transact(
        (tx) => tx.$executeRaw`
        DELETE FROM webhook_deliveries WHERE type = 'ping' AND status = 'pending'`,
      );
      return partner.id;
    },

    delivered: () => core.db.webhookDelivery.count({ where: { status: "delivered" } }),
    pending: () => core.db.webhookDelivery.count({ where: { status: "pending" } }),

    /** The process ID of the PostgreSQL server. */
    async postgresPid(): Promise<number> {
      const [row] = await core.db.$queryRaw<{ pid: string }[]>`
        SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`;
      return Number(row?.pid);
    },

    async close(): Promise<void> {
      await Promise.all(products.map((product) => product.stop()));
      await wiring.close();
      receiver.close();
      await stores.close();
    },
  };
}

async function startReceiver() {
  const { file } = newCertificate("IP:127.0.0.1");
  const args = [file, join(file, "../key.pem")];
  const child = fork(RECEIVER, args, { execArgv: ["--import", "tsx"] });
  const [port] = (await once(child, "message")) as [number];
  return {
    port,
    certificate: file,
    pid: child.pid ?? 0,
    /** The webhooks that have arrived since the last call. */
    async take(): Promise<Arrival[]> {
      child.send("take");
      const [arrivals] = (await once(child, "message")) as [Arrival[]];
      return arrivals;
    },
    close: () => child.disconnect(),
  };
}

/** Runs `work` for each item, a few at once. */
export async function forEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>) {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: CREATED_AT_ONCE }, worker));
}

/** Writes one event for each subject in one transaction, in turn for these partners. */
export function writeEvents(
  core: Core,
  partnerIds: readonly string[],
  subjects: readonly string[],
): Promise<void> {
  return core.transact(async (_, { emit }) => {
    for (const [n, subject] of subjects.entries()) {
      const partnerId = partnerIds[n % partnerIds.length] ?? "";
      emit(
        partnerId,
        event(CUSTOMER_EVENTS["account.created"], { subject, data: { externalId: null } }),
      );
    }
  });
}

/** When the write of an event began, and when its writer knew of the commit. */
export type Written = { beganMs: number; committedMs: number };

let written = 0;

/**
 * Writes events at a steady rate, each in a transaction of its own, whether or not earlier ones are
 * done. Returns their times by subject.
 */
export async function writePaced(
  core: Core,
  options: { partnerIds: readonly string[]; perSecond: number; seconds: number },
): Promise<Map<string, Written>> {
  const { partnerIds, perSecond, seconds } = options;
  const times = new Map<string, Written>();
  const running: Promise<unknown>[] = [];
  const startMs = sharedMs();
  for (let n = 0; n < perSecond * seconds; n++) {
    const waitMs = startMs + (n * 1_000) / perSecond - sharedMs();
    if (waitMs > 0) await sleep(waitMs);
    const subject = `acc_bench${++written}`;
    const partnerId = partnerIds[n % partnerIds.length] ?? "";
    const beganMs = sharedMs();
    const write = writeEvents(core, [partnerId], [subject]);
    running.push(write.then(() => times.set(subject, { beganMs, committedMs: sharedMs() })));
  }
  await Promise.all(running);
  return times;
}

export const newSubjects = (count: number) =>
  Array.from({ length: count }, () => `acc_bench${++written}`);
