import { BlockList, isIPv4, isIPv6 } from "node:net";

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The canonical spelling of an address: IPv4-mapped IPv6 becomes IPv4, and the zone id of IPv6 is
 * dropped, which may be of any length and means nothing on other machines. Null if it is not an
 * address.
 */
export function plainAddress(text: string): string | null {
  const zoneAt = text.indexOf("%");
  const unzoned = zoneAt === -1 ? text : text.slice(0, zoneAt);
  // IPv4 has no zone ids.
  if (zoneAt !== -1 && !isIPv6(unzoned)) return null;
  const address = MAPPED.exec(unzoned)?.[1] ?? unzoned;
  return isIPv4(address) || isIPv6(address) ? address : null;
}

/** A check whether an address is in one of the networks, which are addresses or CIDR ranges. */
export function networkMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, familyOf(address));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv6(address) ? "ipv6" : "ipv4";
}

/** Whether the URL's host is loopback. */
export function isLoopbackUrl(url: string): boolean {
  return isLoopback(new URL(url).hostname);
}

/**
 * Whether a host is localhost, a subdomain of it, or a loopback address; IPv6 with or without
 * brackets.
 */
export function isLoopback(host: string): boolean {
  if (isIPv4(host)) return host.startsWith("127.");
  return /^(localhost|.+\.localhost|\[::1\]|::1)$/i.test(host);
}

/** The network that counts as one client: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = plainAddress(address) ?? address;
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.split("::");
  const first = groupsOf(head);
  const last = tail === undefined ? [] : groupsOf(tail);
  const gap = Array<string>(Math.max(0, 8 - first.length - last.length)).fill("0");
  const groups = [...first, ...gap, ...last].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

// Embedded IPv4 stands for two groups, always the last ones.
function groupsOf(part: string): string[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => (group.includes(".") ? ["0", "0"] : [group]));
}
