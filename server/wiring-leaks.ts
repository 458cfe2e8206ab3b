import { elapsedMs } from "./core/kernel/elapsed";
import type { Log } from "./core/kernel/ports";
import { createAddressPolicy } from "./delivery/address-policy";
import { createResolve } from "./delivery/connect";
import { createTextReader } from "./delivery/read-text";
import { createSignerKeys, type SignerKeys } from "./delivery/signer-keys";
import type { Env } from "./env";

/** Who signs reports of leaked keys; null without LEAK_KEYS_URL. */
export function openSignerKeys({ leakKeysUrl: url, webhooks }: Env, log: Log): SignerKeys | null {
  if (url === null) return null;
  const policy = createAddressPolicy(webhooks);
  const read = createTextReader({ policy, resolve: createResolve() });
  return createSignerKeys({ read: () => read(url), nowMs: elapsedMs, log });
}
