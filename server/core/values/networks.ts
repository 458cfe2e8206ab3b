// Browsers load this file, so it uses nothing of Node.

/** The addresses from `first` to `last`, both included, as numbers of addressNumber(). */
type Range = { first: bigint; last: bigint };

/** Where IPv4 begins: after all of IPv6, so that one number stands for one address. */
const IPV4 = 1n << 128n;
/** What IPv4-mapped IPv6 addresses begin with, `::ffff:0:0/96`. */
const MAPPED = 0xffffn;

const OCTET = /^(?:0|[1-9]\d{0,2})$/;
const GROUP = /^[0-9a-f]{1,4}$/i;
const PREFIX = /^(?:0|[1-9]\d{0,2})$/;

/** The longest spelling of a range: eight groups, the last two as IPv4, and the prefix. */
export const MAX_NETWORK_LENGTH = 49;

/** A set of address ranges, compiled once to be asked often. */
export type Networks = {
  /** Whether it contains the address, as a socket or a proxy spells it; false if it is none. */
  includes(address: string): boolean;
};

/** Compiles ranges as networkText() spells them. What is not one contains nothing. */
export function networksOf(texts: readonly string[]): Networks {
  const ranges = rangesOf(texts);
  return {
    includes(address) {
      const number = addressNumber(address);
      if (number === null) return false;
      return ranges.some(({ first, last }) => first <= number && number <= last);
    },
  };
}

/**
 * The canonical spelling of an address or CIDR range, always with a prefix: host bits are zero,
 * IPv6 as in RFC 5952, and IPv4-mapped IPv6 as IPv4. Null if it is neither.
 */
export function networkText(text: string): string | null {
  const network = parseNetwork(text);
  if (network === null) return null;
  const { first, bits } = network;
  return first < IPV4 ? `${ipv6Text(first)}/${bits}` : `${ipv4Text(first - IPV4)}/${bits}`;
}

/** Whether all addresses of `inner` are in `outer`. No ranges at all mean every address. */
export function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  if (outer.length === 0) return true;
  if (inner.length === 0) return false;
  const around = merged(rangesOf(outer));
  return rangesOf(inner).every(({ first, last }) =>
    around.some((range) => range.first <= first && last <= range.last),
  );
}

function rangesOf(texts: readonly string[]): Range[] {
  return texts.flatMap((text) => parseNetwork(text) ?? []);
}

/** The same addresses in ranges that neither overlap nor touch. */
function merged(ranges: readonly Range[]): Range[] {
  const sorted = ranges.toSorted((a, b) => (a.first < b.first ? -1 : Number(a.first > b.first)));
  const result: Range[] = [];
  for (const { first, last } of sorted) {
    const before = result.at(-1);
    // IPv6 ends where IPv4 begins, but the two do not touch.
    const touches = before && first <= before.last + 1n && (first !== IPV4 || before.last >= IPV4);
    if (!touches) result.push({ first, last });
    else if (last > before.last) before.last = last;
  }
  return result;
}

function parseNetwork(text: string): (Range & { bits: number }) | null {
  const [address = "", prefix, ...rest] = text.split("/");
  if (rest.length > 0 || (prefix !== undefined && !PREFIX.test(prefix))) return null;
  if (address.includes("%")) return null;
  const number = addressNumber(address);
  if (number === null) return null;
  const isIpv4 = number >= IPV4;
  const width = isIpv4 ? 32 : 128;
  // A mapped address is spelled in 128 bits, of which the last 32 count.
  const spelled = isIpv4 && address.includes(":") ? 96 : 0;
  const bits = prefix === undefined ? width : Number(prefix) - spelled;
  if (bits < 0 || bits > width) return null;
  const hosts = (1n << BigInt(width - bits)) - 1n;
  const first = number & ~hosts;
  return { first, last: first | hosts, bits };
}

/**
 * The number of an address: below 2^128 for IPv6, above for IPv4 and IPv4-mapped IPv6. An IPv6 zone
 * is left out. Null if it is not an address.
 */
function addressNumber(text: string): bigint | null {
  if (!text.includes(":")) {
    const ipv4 = ipv4Number(text);
    return ipv4 === null ? null : IPV4 | BigInt(ipv4);
  }
  const zoneAt = text.indexOf("%");
  const number = ipv6Number(zoneAt === -1 ? text : text.slice(0, zoneAt));
  if (number === null) return null;
  return number >> 32n === MAPPED ? IPV4 | (number & 0xffff_ffffn) : number;
}

function ipv4Number(text: string): number | null {
  const octets = text.split(".");
  if (octets.length !== 4) return null;
  let number = 0;
  for (const octet of octets) {
    if (!OCTET.test(octet) || Number(octet) > 255) return null;
    number = number * 256 + Number(octet);
  }
  return number;
}

function ipv6Number(text: string): bigint | null {
  const [head = "", tail, ...rest] = text.split("::");
  if (rest.length > 0) return null;
  const first = groupsOf(head, tail === undefined);
  const last = tail === undefined ? [] : groupsOf(tail, true);
  if (first === null || last === null) return null;
  const gap = 8 - first.length - last.length;
  // "::" stands for at least one group.
  if (tail === undefined ? gap !== 0 : gap < 1) return null;
  const groups = [...first, ...Array<number>(gap).fill(0), ...last];
  return groups.reduce((number, group) => (number << 16n) | BigInt(group), 0n);
}

/** The groups between colons; the last two may be spelled as IPv4 where the address ends. */
function groupsOf(part: string, isEnd: boolean): number[] | null {
  if (part === "") return [];
  const groups: number[] = [];
  const texts = part.split(":");
  for (const [index, text] of texts.entries()) {
    const ipv4 =
      isEnd && index === texts.length - 1 && text.includes(".") ? ipv4Number(text) : null;
    if (ipv4 !== null) groups.push(Math.floor(ipv4 / 65_536), ipv4 % 65_536);
    else if (GROUP.test(text)) groups.push(Number.parseInt(text, 16));
    else return null;
  }
  return groups;
}

function ipv4Text(number: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 255n).join(".");
}

/** RFC 5952: lower case, and the first of the longest runs of zeros as `::`, if it has two. */
function ipv6Text(number: bigint): string {
  const groups = Array.from({ length: 8 }, (_, index) =>
    ((number >> BigInt(112 - 16 * index)) & 0xffffn).toString(16),
  );
  let [start, length] = [0, 0];
  for (let from = 0; from < 8; from++) {
    let to = from;
    while (groups[to] === "0") to++;
    if (to - from > length) [start, length] = [from, to - from];
  }
  if (length < 2) return groups.join(":");
  return `${groups.slice(0, start).join(":")}::${groups.slice(start + length).join(":")}`;
}
