import { Client, request } from "undici";
import { afterAwake } from "../core/kernel/awake";
import type { AddressPolicy } from "./address-policy";
import { createConnector, type Resolve } from "./connect";
import { reasonOf, SendFault } from "./fault";

const CONNECT_MS = 5_000;
const READ_MS = 10_000;
const MAX_BYTES = 256 * 1_024;

type Options = { policy: AddressPolicy; resolve: Resolve; readMs?: number };

/**
 * Reads a text from a URL, under the rules of webhooks: allowed addresses only, no redirects, and
 * with bounds on time and size. Rejects with the reason if it can't be read.
 */
export function createTextReader({ policy, resolve, readMs = READ_MS }: Options) {
  const connect = createConnector(policy, resolve, CONNECT_MS);
  return async (url: string): Promise<string> => {
    const fault = policy.urlFault(url);
    if (fault !== null) throw new SendFault(`the URL ${fault}`);
    // undici's timers would also count time in which the process was stopped.
    const unlimited = { headersTimeout: 0, bodyTimeout: 0 };
    const client = new Client(new URL(url).origin, { connect, ...unlimited });
    const late = new AbortController();
    const cancel = afterAwake(readMs, () =>
      late.abort(new SendFault("the response took too long")),
    );
    try {
      const { statusCode, body } = await request(url, {
        dispatcher: client,
        signal: late.signal,
        headers: { accept: "application/json", "user-agent": "Latchkey-Leaks/1" },
      });
      if (statusCode !== 200) throw new SendFault(`the status is ${statusCode}`);
      return await readAll(body);
    } catch (error) {
      throw new SendFault(reasonOf(error));
    } finally {
      cancel();
      await client.destroy();
    }
  };
}

async function readAll(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new SendFault("the response is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
