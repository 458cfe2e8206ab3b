import { isIPv4, isIPv6 } from "node:net";

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * An address in one spelling: IPv4 also where it came dressed as IPv6, and IPv6 without a zone id, which
 * may be of any length and means nothing on other machines. Null for what is none.
 */
export function plainAddress(text: string): string | null {
  const zoneAt = text.indexOf("%");
  const unzoned = zoneAt === -1 ? text : text.slice(0, zoneAt);
  // IPv4 has no zones.
  if (zoneAt !== -1 && !isIPv6(unzoned)) return null;
  const address = MAPPED.exec(unzoned)?.[1] ?? unzoned;
  return isIPv4(address) || isIPv6(address) ? address : null;
}

/** Whether a URL leads to this machine only. */
export function isLoopbackUrl(url: string): boolean {
  return isLoopback(new URL(url).hostname);
}

/** Whether a host is localhost, a name below it, or a loopback address, IPv6 with or without brackets. */
export function isLoopback(host: string): boolean {
  if (isIPv4(host)) return host.startsWith("127.");
  return /^(localhost|.+\.localhost|\[::1\]|::1)$/i.test(host);
}

/** Whom an address stands for: itself, or the /64 that an IPv6 client has to itself. */
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

// Embedded IPv4 takes the place of two groups, which are always among the last.
function groupsOf(part: string): string[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => (group.includes(".") ? ["0", "0"] : [group]));
}
