import { createServer, Socket } from "node:net";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { createAddressPolicy } from "./address-policy";
import { createResolve } from "./connect";
import { createSender } from "./send";
import { NO_SUCH_NAME, openDnsServer, SERVER_FAILURE } from "./testing/dns-server";

/** Addresses that no webhook may reach, in every spelling that a URL or a DNS answer can have. */
const ADDRESSES = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "100.100.100.200",
  "100.127.255.255",
  "127.0.0.1",
  "127.1.2.3",
  "168.63.129.16",
  "169.254.0.1",
  "169.254.169.254",
  "169.254.170.2",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.0.192",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.0.1",
  "192.168.255.255",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::127.0.0.1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "::ffff:169.254.169.254",
  "::ffff:8.8.8.8",
  "::ffff:0:127.0.0.1",
  "64:ff9b::127.0.0.1",
  "64:ff9b::169.254.169.254",
  "64:ff9b:1::10.0.0.1",
  "100::1",
  "2001::1",
  "2001:0:4136:e378:8000:63bf:3fff:fdd2",
  "2001:10::1",
  "2001:20::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "2002:a9fe:a9fe::",
  "2620:4f:8000::1",
  "3fff::1",
  "4000::1",
  "5f00::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "febf::1",
  "fec0::1",
  "ff02::1",
  "ff0e::1",
];
const urlOf = (address: string) => `https://${address.includes(":") ? `[${address}]` : address}/`;

const HOSTILE_URLS = [
  ...ADDRESSES.map(urlOf),
  "https://2130706433/",
  "https://0177.0.0.1/",
  "https://0x7f.0.0.1/",
  "https://0x7f000001/",
  "https://017700000001/",
  "https://127.1/",
  "https://127.0.1/",
  "https://0/",
  "https://127.0.0.1./",
  "https://%31%32%37.0.0.1/",
  "https://①②⑦.0.0.1/",
  "https://127。0。0。1/",
  "https://2852039166/",
  "https://0xa9fea9fe/",
  "https://0xA9.254.0251.0376/",
  "https://[0:0:0:0:0:ffff:7f00:1]/",
  "https://[::ffff:7f00:0001]/",
  "https://localhost/",
  "https://LOCALHOST./",
  "https://anything.localhost/",
  "http://example.com/",
  "ftp://example.com/",
  "file:///etc/passwd",
  "gopher://example.com:443/",
  "data:text/plain,x",
  "javascript:alert(1)",
  "https://user@example.com/",
  "https://user:password@example.com/",
  "https://:password@example.com/",
  "https://example.com@127.0.0.1/",
  "https://127.0.0.1#@example.com/",
  "https://127.0.0.1\\@example.com/",
  "https://example.com:22/",
  "https://example.com:25/",
  "https://example.com:80/",
  "https://example.com:5432/",
  "https://example.com:6379/",
  "https://example.com:7999/",
  "https://example.com:8100/",
  "https://example.com:65535/",
  "https://[fe80::1%25eth0]/",
  "https://",
  "//example.com/",
  "",
];

/** The answers of the test's own name server. */
const NAMES: Record<string, readonly string[] | number> = {
  ...Object.fromEntries(ADDRESSES.map((address, index) => [`bad-${index}.test`, [address]])),
  "one-bad.test": ["127.0.0.2", "10.0.0.1"],
  "bad-first.test": ["10.0.0.1", "127.0.0.2"],
  "bad-ipv6.test": ["127.0.0.2", "fe80::1"],
  "localhost.test": ["127.0.0.1", "::1"],
  "nothing.test": [],
  "unknown.test": NO_SUCH_NAME,
  "failing.test": SERVER_FAILURE,
  "good.test": ["127.0.0.2"],
};
const HOSTILE_NAMES = Object.keys(NAMES).filter((name) => name !== "good.test");

// 127.0.0.2 stands for the internet: the only address that these settings allow.
const policy = createAddressPolicy({
  allowedNetworks: ["127.0.0.2/32"],
  allowedPorts: [],
  mayUseLoopback: false,
});

let rebinding: string[][] = [];
const connect = vi.spyOn(Socket.prototype, "connect");

const dns = await openDnsServer((name) =>
  name === "rebinding.test" ? (rebinding.shift() ?? ["127.0.0.1"]) : (NAMES[name] ?? []),
);
afterAll(() => dns.close());
const sender = createSender({ policy, resolve: createResolve([dns.server]) });
afterAll(() => sender.close());
afterAll(() => connect.mockRestore());
beforeEach(() => void connect.mockClear());
afterEach(() => {
  rebinding = [];
});

const post = (url: string) => sender.send({ url, headers: {}, body: "{}" });

it.each(HOSTILE_URLS)("refuses %s when it is saved, and opens no connection", async (url) => {
  expect(policy.urlFault(url)).not.toBeNull();
  expect(await post(url)).toMatchObject({ status: null, error: expect.stringContaining("URL") });
  expect(connect).not.toHaveBeenCalled();
});

it.each(HOSTILE_NAMES)(
  "opens no connection to %s, and does not reveal whether it exists",
  async (name) => {
    const url = `https://${name}:8443/`;
    expect(policy.urlFault(url)).toBeNull();
    const sent = await post(url);
    expect(sent.error).toBe("the URL must point to a host with a public address");
    expect(connect).not.toHaveBeenCalled();
  },
);

it("records the same of every name that it refuses, also how long it took", async () => {
  const sent = await Promise.all(
    HOSTILE_NAMES.map(async (name) => [name, await post(`https://${name}:8443/`)] as const),
  );
  const refused = {
    status: null,
    error: "the URL must point to a host with a public address",
    retryAfter: null,
    headers: null,
    body: "",
    durationMs: 0,
  };
  expect(Object.fromEntries(sent)).toEqual(
    Object.fromEntries(HOSTILE_NAMES.map((name) => [name, refused])),
  );
});

/** A port among the allowed ones on 127.0.0.1 and 127.0.0.2; counts its connections by address. */
async function openTrap() {
  const met: string[] = [];
  for (let port = 8_001; port <= 8_099; port++) {
    const servers = ["127.0.0.1", "127.0.0.2"].map((host) => ({
      host,
      server: createServer((socket) => {
        met.push(host);
        socket.destroy();
      }),
    }));
    const opened = await Promise.all(
      servers.map(
        ({ host, server }) =>
          new Promise<boolean>((done) => {
            server.once("error", () => done(false));
            server.listen(port, host, () => done(true));
          }),
      ),
    );
    const close = () => {
      for (const { server } of servers) server.close();
    };
    if (opened.every((isOpen) => isOpen)) return { port, met, close };
    close();
  }
  throw new Error("no free port");
}

it("connects to the address that it has checked, whatever the name resolves to next", async () => {
  const trap = await openTrap();
  try {
    const url = `https://rebinding.test:${trap.port}/`;
    // Asked for IPv4 and for IPv6 addresses.
    rebinding = [["127.0.0.2"], ["127.0.0.2"]];
    await post(url);
    expect(trap.met).toEqual(["127.0.0.2"]);
    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await post(url)).error).toMatch(/public address/);
    }
    expect(trap.met).toEqual(["127.0.0.2"]);
  } finally {
    trap.close();
  }
});

it.each([
  ["https://hooks.example.com/latchkey", {}],
  ["https://example.com:8443/", {}],
  ["https://example.com:8000/a?b=c", {}],
  ["https://8.8.8.8/", {}],
  ["https://[2606:4700::1]/", {}],
  ["https://10.1.2.3/", { allowedNetworks: ["10.0.0.0/8"] }],
  ["https://[fd00::1]/", { allowedNetworks: ["fd00::/8"] }],
  ["https://example.com:9000/", { allowedPorts: [9000] }],
  ["http://localhost:4000/hook", { mayUseLoopback: true }],
  ["http://127.0.0.1:4000/hook", { mayUseLoopback: true }],
  ["http://[::1]:4000/hook", { mayUseLoopback: true }],
])("allows %s with %o", (url, settings) => {
  const defaults = { allowedNetworks: [], allowedPorts: [], mayUseLoopback: false };
  expect(createAddressPolicy({ ...defaults, ...settings }).urlFault(url)).toBeNull();
});
