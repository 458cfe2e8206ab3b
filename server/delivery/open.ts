import type { Core } from "../core/kernel/actor";
import { isAheadOfDatabase } from "../core/kernel/ahead";
import { disableEndpoint } from "../core/webhooks/mutations";
import { type AddressSettings, createAddressPolicy } from "./address-policy";
import { createResolve } from "./connect";
import { Dispatcher, type DispatcherOptions } from "./dispatcher";
import { createSender } from "./send";
import { doUpkeep } from "./upkeep";

/** In a process that serves too, API requests come first. */
const SERVING_PLACES = { all: 100, slow: 50, perLook: 40 };

/** A dispatcher that sends over the network. It is not started. */
export function openDispatcher(
  core: Core,
  addresses: AddressSettings,
  {
    isServing = false,
    ...options
  }: Pick<DispatcherOptions, "onPrompt" | "isBusy" | "servingPlaces"> & {
    isServing?: boolean;
  } = {},
): Dispatcher {
  const actor = { kind: "system", name: "webhooks" } as const;
  const ctx = { ...core, actor, address: null };
  return new Dispatcher({
    core,
    ...(isServing && { servingPlaces: SERVING_PLACES }),
    ...options,
    sender: createSender({ policy: createAddressPolicy(addresses), resolve: createResolve() }),
    onGone: (endpointId) => disableEndpoint(ctx, { endpointId, reason: "gone" }),
    upkeep: async () => {
      if (!(await isAheadOfDatabase(core))) await doUpkeep(core);
    },
  });
}
