import { isLoopback, networkMatcher, plainAddress } from "../core/values/addresses";

/** The trusted proxies: a number of hops before this server, or networks (CIDRs or addresses). */
export type ProxyTrust = { hops: number } | { networks: readonly string[] } | null;

/** How a request arrived: the socket's address, if known, and the X-Forwarded-For header. */
export type Route = { peer: string | null; forwardedFor: string | null };

/** The most proxies that are followed, far more than any deployment has. */
const MAX_STEPS = 32;

/**
 * Returns a function that finds a request's client: the first address, going back from this server,
 * that is not a trusted proxy's. Anything further back can be forged. Null if unknown.
 */
export function createAddressReader(trust: ProxyTrust): (route: Route) => string | null {
  if (trust === null) return ({ peer }) => (peer === null ? null : plainAddress(peer));
  const isTrusted = trustOf(trust);
  return (route) => walkBack(route, isTrusted).address;
}

/**
 * Returns a function that finds whom a request's client names as its own client, for a client that
 * is a proxy itself: the address before it in X-Forwarded-For. Null if it names none. Believe it
 * only if the client has shown who it is.
 */
export function createCallerReader(trust: ProxyTrust): (route: Route) => string | null {
  const isTrusted = trust === null ? () => false : trustOf(trust);
  return (route) => {
    const { rest } = walkBack(route, isTrusted);
    return plainAddress(withoutPort(rest.slice(rest.lastIndexOf(",") + 1).trim()));
  };
}

function trustOf(trust: NonNullable<ProxyTrust>): Trusts {
  return "hops" in trust ? trustByCount(trust.hops) : trustByNetwork(trust.networks);
}

/**
 * Returns a function that checks whether the address of a socket is a trusted proxy's or this
 * machine's, so that the connections of many clients may come from it.
 */
export function createProxyCheck(trust: ProxyTrust): (peer: string) => boolean {
  if (trust !== null && "hops" in trust) return () => true;
  const isListed = networkMatcher(trust?.networks ?? []);
  return (peer) => {
    const address = plainAddress(peer);
    return address === null || isLoopback(address) || isListed(address);
  };
}

type Trusts = (address: string | null, step: number) => boolean;

const trustByCount =
  (hops: number): Trusts =>
  (_, step) =>
    step < hops;

function trustByNetwork(networks: readonly string[]): Trusts {
  const isListed = networkMatcher(networks);
  // A host that hides the socket's address is trusted: by setting TRUST_PROXY there, the operator
  // says that only proxies can reach this server.
  return (address) => address === null || isListed(address);
}

function walkBack(
  { peer, forwardedFor }: Route,
  isTrusted: Trusts,
): { address: string | null; rest: string } {
  let address = peer === null ? null : plainAddress(peer);
  let rest = forwardedFor ?? "";
  for (let step = 0; step < MAX_STEPS && isTrusted(address, step) && rest !== ""; step++) {
    const comma = rest.lastIndexOf(",");
    const before = plainAddress(withoutPort(rest.slice(comma + 1).trim()));
    // Not an address: the proxy wrote or passed on something else, so the last known one counts.
    if (before === null) break;
    address = before;
    rest = comma === -1 ? "" : rest.slice(0, comma);
  }
  return { address, rest };
}

// Some proxies add the port, with brackets around IPv6.
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
  return bracketed ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}
