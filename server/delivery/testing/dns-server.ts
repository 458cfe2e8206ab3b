import { createSocket } from "node:dgram";
import { isIPv6 } from "node:net";

const HEADER_BYTES = 12;
const A = 1;
const AAAA = 28;

/** Response codes (RFC 1035, section 4.1.1). */
export const SERVER_FAILURE = 2;
export const NO_SUCH_NAME = 3;

/**
 * A name server on loopback that answers as `addressesOf` says, each time anew and for no time: with
 * addresses, or with a response code.
 */
export async function openDnsServer(addressesOf: (name: string) => readonly string[] | number) {
  const socket = createSocket("udp4");
  socket.on("message", (query, client) => {
    const { name, type, end } = readQuestion(query);
    const answer = addressesOf(name);
    const [code, addresses] = typeof answer === "number" ? [answer, []] : [0, answer];
    const wanted = addresses.filter((each) => (isIPv6(each) ? AAAA : A) === type);
    const header = Buffer.from(query.subarray(0, HEADER_BYTES));
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(wanted.length, 6);
    header.writeUInt32BE(0, 8);
    const records = wanted.map((address) => record(type, bytesOf(address)));
    const question = query.subarray(HEADER_BYTES, end);
    socket.send(Buffer.concat([header, question, ...records]), client.port, client.address);
  });
  await new Promise<void>((bound) => socket.bind(0, "127.0.0.1", bound));
  return {
    server: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise<void>((closed) => socket.close(closed)),
  };
}

function readQuestion(query: Buffer) {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function record(type: number, address: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0); // The name of the question.
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(address.length, 10);
  return Buffer.concat([head, address]);
}

function bytesOf(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split(".").map(Number));
  // The URL parser writes every address in hexadecimal groups.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = "", tail] = plain.split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const gap = 8 - groups(head).length - groups(tail ?? "").length;
  const all = [
    ...groups(head),
    ...Array(tail === undefined ? 0 : gap).fill("0"),
    ...groups(tail ?? ""),
  ];
  return Buffer.from(all.map((group) => group.padStart(4, "0")).join(""), "hex");
}
