import { closestMatchHint } from "../core/kernel/closest-match";
import { fail } from "../core/kernel/errors";
import { storable } from "../core/values/text";
import type { Endpoint } from "./endpoint";
import type { ApiRequest } from "./exchange";

export const BASE_PATH = "/api/v1/reseller";
export const PLATFORM_BASE_PATH = "/api/v1/platform";
/** Whether a path, as in a URL, is the base path or below it. */
export function isBelow(basePath: string, path: string): boolean {
  if (!path.startsWith(basePath)) return false;
  const after = path.charAt(basePath.length);
  return after === "/" || after === "?" || after === "";
}

const MAX_URL_LENGTH = 4096;

export type Route = { endpoint: Endpoint; params: Record<string, string> };

/** A path that exists: its endpoints by method, and the value of the Allow header. */
export type Resource = {
  endpoints: Map<string, Endpoint>;
  params: Record<string, string>;
  allow(): string;
};

type Node = {
  children: Map<string, Node>;
  parameter: { name: string; node: Node } | null;
  endpoints: Map<string, Endpoint>;
};

const newNode = (): Node => ({ children: new Map(), parameter: null, endpoints: new Map() });

/** Finds the resource for a URL's path. Throws `uri_too_long` and `not_found`. */
export function createRouter({
  basePath,
  endpoints,
}: {
  basePath: string;
  endpoints: readonly Endpoint[];
}): (url: ApiRequest["url"]) => Resource {
  const root = newNode();
  for (const endpoint of endpoints) insert(root, endpoint);
  const paths = endpoints.map((endpoint) => endpoint.path);
  // Paths without parameters, which are the most frequent, are looked up without parsing.
  const plain = new Map<string, Resource | null>();
  for (const path of paths) if (!path.includes("{")) plain.set(basePath + path, find(root, path));
  return (url) => {
    if (url.pathname.length + url.search.length > MAX_URL_LENGTH) fail("uri_too_long");
    const path = url.pathname.slice(basePath.length);
    return (
      plain.get(url.pathname) ??
      find(root, path) ??
      fail("not_found", { message: `Path not found.${closestMatchHint(path, paths)}` })
    );
  };
}

function insert(root: Node, endpoint: Endpoint): void {
  let node = root;
  for (const segment of endpoint.path.slice(1).split("/")) {
    node = segment.startsWith("{")
      ? parameterOf(node, segment.slice(1, -1))
      : childOf(node, segment);
  }
  node.endpoints.set(endpoint.method, endpoint);
  if (endpoint.method === "GET") node.endpoints.set("HEAD", endpoint);
}

function childOf(node: Node, segment: string): Node {
  const child = node.children.get(segment) ?? newNode();
  node.children.set(segment, child);
  return child;
}

function parameterOf(node: Node, name: string): Node {
  node.parameter ??= { name, node: newNode() };
  return node.parameter.node;
}

function find(root: Node, path: string): Resource | null {
  let node = root;
  const params: Record<string, string> = {};
  for (const segment of path.slice(1).split("/")) {
    const child = node.children.get(segment);
    if (child) {
      node = child;
      continue;
    }
    if (!node.parameter || segment === "") return null;
    params[node.parameter.name] = decode(segment);
    node = node.parameter.node;
  }
  if (node.endpoints.size === 0) return null;
  return {
    endpoints: node.endpoints,
    params,
    allow: () => [...node.endpoints.keys(), "OPTIONS"].join(", "),
  };
}

function decode(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    if (storable(text)) return text;
  } catch {
    // Not UTF-8: not found, like text that the database cannot store.
  }
  return fail("not_found", { message: "Path not found." });
}
