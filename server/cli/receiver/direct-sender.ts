import { lookup } from "node:dns/promises";
import { createSender, type Sender } from "../../delivery/send";

type Options = { patience?: { connectMs: number; exchangeMs: number } };

/**
 * Sends webhooks as the dispatcher does, but to any address: its user runs on this machine and
 * names the URL.
 */
export function openDirectSender(options: Options = {}): Sender {
  return createSender({
    policy: { urlFault: () => null, isAllowed: () => true },
    resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    ...options,
  });
}
