import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { afterAll } from "vitest";
import { Latchkey, LatchkeyError, type LatchkeyOptions } from "../../../public/latchkey";
import { LatchkeyPlatform } from "../../../public/latchkey-platform";
import { newId } from "../../core/kernel/ids";
import { setKeyLimit } from "../../core/keys/mutations";
import type { Partner } from "../../core/partners/schema";
import { saveProduct } from "../../core/products/mutations";
import { listening } from "../../testing/listening";
import { type Platform, platformForTests } from "../../testing/platform";
import { newTransfer } from "../../trpc/testing/scene";
import { answerFetch } from "../fetch";
import { BASE_PATH } from "../route";
import { STANDS } from "./stands";

/** Middleware that a test puts between the client and the API. */
type Between = (request: Request, answer: () => Promise<Response>) => Promise<Response>;

/**
 * The API over HTTP for the published client, with a log of requests and responses; closed after the
 * tests of the file that opens it at its top level.
 */
export async function openClientStand() {
  const platform = await platformForTests({ hasOwnServer: true });
  const basic = { code: "basic", name: "Basic", currency: "EUR", floor: 500, defaultRetail: 900 };
  const { id: productId } = await saveProduct(platform.system, basic);
  await saveProduct(platform.system, { ...basic, code: "plus" });

  const called = new Set<string>();
  const seen: { request: Request; status: number }[] = [];
  let between: Between | null = null;
  const answerSeen = async (request: Request) => {
    const from = { address: "192.0.2.1" };
    const answer = () => answerFetch(platform.wiring.api, request, from);
    const response = await (between ? between(request, answer) : answer());
    called.add(`${request.method} ${new URL(request.url).pathname.slice(BASE_PATH.length)}`);
    seen.push({ request, status: response.status });
    return response;
  };
  const listener = getRequestListener(answerSeen, { overrideGlobalObjects: false });
  const server = createServer((request, response) => void listener(request, response));
  const { url: origin, close } = await listening(server);
  afterAll(close);
  return {
    platform,
    origin,
    seen,
    /** Method and path of every call since the start. */
    called,
    statuses: () => seen.map(({ status }) => status),
    header: (name: string) => seen.map(({ request }) => request.headers.get(name)),
    setBetween: (next: Between) => {
      between = next;
      seen.length = 0;
    },
    /** Ends every connection, including those with a request in progress. */
    hangUp: () => server.closeAllConnections(),
    newClient: async (options: Partial<LatchkeyOptions> & { perMinute?: number } = {}) => {
      const { perMinute = 100_000, ...own } = options;
      const { partner, key, plaintext } = await platform.newPartnerWithKey();
      await setKeyLimit(platform.system, { keyId: key.id, perMinute });
      between = null;
      seen.length = 0;
      return { partner, latchkey: new Latchkey({ key: plaintext, baseUrl: origin, ...own }) };
    },
    /** A client of the platform API, whose key has all scopes. */
    newPlatformClient: async () => {
      const { plaintext } = await STANDS.platform.newKey(platform, { id: "" });
      between = null;
      seen.length = 0;
      return new LatchkeyPlatform({ key: plaintext, baseUrl: origin });
    },
    ...moneyOf(platform, productId),
    newTransfer: (partner: Partner) => newTransfer(platform, partner),
  };
}

function moneyOf({ wiring, system }: Platform, productId: string) {
  return {
    newPayout: async ({ id: partnerId }: Partner, period: string): Promise<string> => {
      const sums = { currency: "EUR", gross: 100, revsharePct: 20, amount: 20 };
      const data = { id: newId("payout"), partnerId, period, createdAt: new Date(), ...sums };
      return (await wiring.core.transact((tx) => tx.payout.create({ data }))).id;
    },
    /** Charges of 50 at these times; returns their IDs. */
    newCharges: async (customerId: string, times: string[]): Promise<string[]> => {
      const where = { id: customerId };
      const { partnerId } = await system.db.customer.findUniqueOrThrow({ where });
      const of = { partnerId, customerId, productId, amount: 50, currency: "EUR" };
      const data = times.map((time) => {
        const id = newId("charge");
        return { id, externalId: id, ...of, occurredAt: new Date(time) };
      });
      await wiring.core.transact((tx) => tx.charge.createMany({ data }));
      return data.map(({ id }) => id);
    },
  };
}

/** The error that a call fails with. */
export async function rejectionOf(call: Promise<unknown>): Promise<LatchkeyError> {
  const error = await call.then(
    () => new Error("the call did not fail"),
    (reason: unknown) => reason,
  );
  if (error instanceof LatchkeyError) return error;
  throw error;
}
