import { BlockList, isIPv6 } from "node:net";
import { plainAddress } from "../core/addresses";

/** Which proxies are believed: so many before us, or those of these networks (CIDRs or addresses). */
export type ProxyTrust = { hops: number } | { networks: readonly string[] } | null;

/** How a request reached us: the address of the socket, if we have it, and the X-Forwarded-For header. */
export type Route = { peer: string | null; forwardedFor: string | null };

/** The longest way that is walked back; nobody has so many proxies. */
const MAX_STEPS = 32;

/**
 * A function that names the client of a request: the first address, walking back from us, that no
 * trusted proxy has. What lies further back anyone can write. Null where nobody trustworthy says.
 */
export function createAddressReader(trust: ProxyTrust): (route: Route) => string | null {
  if (trust === null) return ({ peer }) => (peer === null ? null : plainAddress(peer));
  const isTrusted = "hops" in trust ? trustByCount(trust.hops) : trustByNetwork(trust.networks);
  return (route) => walkBack(route, isTrusted);
}

type Trusts = (address: string | null, step: number) => boolean;

const trustByCount =
  (hops: number): Trusts =>
  (_, step) =>
    step < hops;

function trustByNetwork(networks: readonly string[]): Trusts {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  // Where the host keeps the socket from us, only proxies reach it: so says who sets TRUST_PROXY there.
  return (address) => address === null || list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

function walkBack({ peer, forwardedFor }: Route, isTrusted: Trusts): string | null {
  let address = peer === null ? null : plainAddress(peer);
  let rest = forwardedFor ?? "";
  for (let step = 0; step < MAX_STEPS && isTrusted(address, step) && rest !== ""; step++) {
    const comma = rest.lastIndexOf(",");
    const before = plainAddress(withoutPort(rest.slice(comma + 1).trim()));
    // No address: the proxy wrote it itself or let it through, so it is the last that is known.
    if (before === null) break;
    address = before;
    rest = comma === -1 ? "" : rest.slice(0, comma);
  }
  return address;
}

// Some proxies add the port, and then put IPv6 into brackets.
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
  return bracketed ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}
