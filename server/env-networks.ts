import { isIP, isIPv6 } from "node:net";
import { z } from "zod";

type ProxyTrust = { hops: number } | { networks: string[] };

const PROXY_FAULT =
  "TRUST_PROXY must be the number of proxies in front of this server (1 to 10) or a list of CIDR ranges, for example 10.0.0.0/8, 192.0.2.7.";

/** A number of proxies, or comma-separated networks. */
export function proxyTrust(text: string, ctx: z.RefinementCtx): ProxyTrust {
  if (/^([1-9]|10)$/.test(text)) return { hops: Number(text) };
  const networks = listed(text);
  if (networks.every(isNetwork)) return { networks };
  ctx.addIssue({ code: "custom", message: PROXY_FAULT });
  return z.NEVER;
}

const NETWORKS_FAULT =
  "WEBHOOK_ALLOWED_NETWORKS must be networks or addresses, like 10.0.0.0/8, fd00::1.";
const PORTS_FAULT = "WEBHOOK_ALLOWED_PORTS must be ports from 1 to 65535, like 9000, 9443.";

/** A comma-separated setting. */
const listed = (text: string) => text.split(",").map((part) => part.trim());

/** Comma-separated networks or addresses. */
export function webhookNetworks(text: string, ctx: z.RefinementCtx): string[] {
  if (listed(text).every(isNetwork)) return listed(text);
  ctx.addIssue({ code: "custom", message: NETWORKS_FAULT });
  return z.NEVER;
}

/** Comma-separated ports. */
export function webhookPorts(text: string, ctx: z.RefinementCtx): number[] {
  const ports = listed(text);
  const isPort = (port: string) => /^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535;
  if (ports.every(isPort)) return ports.map(Number);
  ctx.addIssue({ code: "custom", message: PORTS_FAULT });
  return z.NEVER;
}

function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  if (isIP(address) === 0 || more.length > 0) return false;
  const most = isIPv6(address) ? 128 : 32;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
}
