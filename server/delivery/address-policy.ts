import { isIP, isIPv6 } from "node:net";
import { isLoopback, networkMatcher } from "../core/values/addresses";
import { NOT_PUBLIC } from "./fault";

/**
 * IPv4 networks that are not the public internet, from IANA's special-purpose address registry.
 * Several clouds have their metadata service in one of them.
 */
const SPECIAL_IPV4 = [
  "0.0.0.0/8", // unspecified: reaches the host itself
  "10.0.0.0/8",
  "100.64.0.0/10", // carrier-grade NAT; metadata of Alibaba Cloud
  "127.0.0.0/8",
  "168.63.129.16/32", // public, but inside Azure it is the host
  "169.254.0.0/16", // link-local; metadata of AWS, Azure, Google Cloud and others
  "172.16.0.0/12",
  "192.0.0.0/24", // metadata of Oracle Cloud
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, and broadcast
];
/**
 * The only part of IPv6 that is public: everything else is refused, among it loopback, link-local,
 * unique local, multicast, IPv4-mapped and IPv4-compatible addresses, and NAT64.
 */
const PUBLIC_IPV6 = ["2000::/3"];
/** Exceptions within it. */
const SPECIAL_IPV6 = [
  "2001::/23", // Teredo, ORCHID and other protocols
  "2001:db8::/32",
  "2002::/16", // 6to4
  "2620:4f:8000::/48",
  "3fff::/20",
];

const HTTPS_PORT = 443;

/** Decides which addresses webhooks are sent to: server-side request forgery ends here. */
export type AddressPolicy = {
  /** Why a URL is refused before its name is resolved; null if it is not. */
  urlFault(url: string): string | null;
  /** Whether a connection to `address` for a URL with this host is allowed. */
  isAllowed(address: string, host: string): boolean;
};

export type AddressSettings = {
  /** Networks in CIDR notation, or addresses, that are allowed although they are not public. */
  allowedNetworks: readonly string[];
  /** Allowed in addition to 443, 8443 and 8000 to 8099. */
  allowedPorts: readonly number[];
  /** Whether http and https URLs of this machine are allowed, with any port: in development only. */
  mayUseLoopback: boolean;
};

export function createAddressPolicy(settings: AddressSettings): AddressPolicy {
  const { allowedPorts, mayUseLoopback } = settings;
  const isAllowedNetwork = networkMatcher(settings.allowedNetworks);
  const isAllowed = (address: string, host: string) =>
    isAllowedNetwork(address) ||
    isPublic(address) ||
    // A name on the internet that resolves to loopback is an attack in development, too.
    (mayUseLoopback && isLoopback(host) && isLoopback(address));
  const isUsualPort = (port: number) =>
    port === HTTPS_PORT || port === 8_443 || (port >= 8_000 && port <= 8_099);

  function urlFault(text: string): string | null {
    if (!URL.canParse(text)) return "must be a URL like https://partner.example/webhooks";
    // The parser turns every spelling of an IPv4 address (octal, hex, one number) into the usual.
    const url = new URL(text);
    const host = hostOf(url);
    if (url.username !== "" || url.password !== "") return "must not contain a user or password";
    if (mayUseLoopback && isLoopback(host)) {
      return /^https?:$/.test(url.protocol) ? null : "must begin with https:// or http://";
    }
    if (url.protocol !== "https:") return "must begin with https://";
    const port = url.port === "" ? HTTPS_PORT : Number(url.port);
    if (!isUsualPort(port) && !allowedPorts.includes(port)) {
      return "must use port 443, 8443 or 8000 to 8099";
    }
    const isRefused = isIP(host) === 0 ? isLoopback(host) : !isAllowed(host, host);
    return isRefused ? NOT_PUBLIC : null;
  }

  return { urlFault, isAllowed };
}

/** The host of a URL, without the brackets of IPv6 and the dot after a full name. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$|\.$/g, "");
}

const isSpecialIpv4 = networkMatcher(SPECIAL_IPV4);
const isPublicIpv6 = networkMatcher(PUBLIC_IPV6);
const isSpecialIpv6 = networkMatcher(SPECIAL_IPV6);

function isPublic(address: string): boolean {
  if (isIPv6(address)) return isPublicIpv6(address) && !isSpecialIpv6(address);
  return isIP(address) === 4 && !isSpecialIpv4(address);
}
