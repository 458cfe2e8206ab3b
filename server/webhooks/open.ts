import type { Core } from "../core/actor";
import { disableEndpoint } from "../core/webhooks/mutations";
import { type AddressSettings, createAddressPolicy } from "./address-policy";
import { createResolve } from "./connect";
import { Dispatcher, type DispatcherOptions } from "./dispatcher";
import { createSender } from "./send";
import { doUpkeep } from "./upkeep";

/** A dispatcher that sends over the network. It is not started. */
export function openDispatcher(
  core: Core,
  addresses: AddressSettings,
  options: Pick<DispatcherOptions, "onPrompt" | "isBusy" | "servingPlaces"> = {},
): Dispatcher {
  const actor = { kind: "system", name: "webhooks" } as const;
  const ctx = { ...core, actor, address: null };
  return new Dispatcher({
    core,
    ...options,
    sender: createSender({ policy: createAddressPolicy(addresses), resolve: createResolve() }),
    onGone: (endpointId) => disableEndpoint(ctx, { endpointId, reason: "gone" }),
    upkeep: () => doUpkeep(core),
  });
}
