import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { ConnectionOptions } from "node:tls";
import { isLoopback } from "../core/values/addresses";
import { layersOf, textOf } from "./store-down";

const MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;
type Mode = (typeof MODES)[number];

/** Connect without encryption too. */
const WEAK: ReadonlySet<Mode> = new Set(["allow", "prefer"]);
/** libpq's, which applies to a URL without `sslmode`. */
const DEFAULT_MODE: Mode = "prefer";
/** Names that others use: libpq for JDBC's URLs, node-postgres. */
const ALIASES: Record<string, Mode> = {
  true: "require",
  "1": "require",
  "no-verify": "require",
  false: "disable",
  "0": "disable",
};
const MINE = ["ssl", "sslmode", "sslrootcert", "sslcert", "sslkey", "sslpassword"] as const;
/** A value of `sslrootcert`: the public authorities that Node.js trusts. */
const SYSTEM = "system";

/** The DATABASE_URL asks for an encryption that is not possible. The message is for operators. */
export class EncryptionError extends Error {
  override readonly name = "EncryptionError";
}

/** `false`: not encrypted. */
export type Way = false | ConnectionOptions;

export type Ways = readonly [Way] | readonly [Way, Way];

/** How connections to a database are encrypted. */
type Encryption = {
  mode: Mode;
  /** The URL without the parameters that `ways` stands for. */
  connectionString: string;
  /** The ways to connect. The second one is for servers that refuse the first. */
  ways: Ways;
  /** Null if the server's certificate is checked, or if the server is on this machine. */
  warning: string | null;
};

/**
 * Reads the encryption from a URL as libpq does, so that it means the same as for psql and pg_dump.
 * node-postgres takes `prefer`, `require` and `verify-ca` for `verify-full`. `home` has libpq's
 * `.postgresql/root.crt`. Throws EncryptionError.
 */
export function encryptionOf(databaseUrl: string, home = homedir()): Encryption {
  const url = new URL(databaseUrl);
  const given = Object.fromEntries(MINE.map((name) => [name, url.searchParams.get(name) ?? ""]));
  for (const name of [...MINE, "uselibpqcompat"]) url.searchParams.delete(name);
  const connectionString = url.href;
  const named = modeOf(given.sslmode || given.ssl || "");
  const mode = named ?? (given.sslrootcert === SYSTEM ? "verify-full" : DEFAULT_MODE);
  const host = url.searchParams.get("host") || url.hostname;
  // Nobody listens in between, so libpq never encrypts there.
  if (host === "" || host.startsWith("/") || /^%2f/i.test(host)) {
    return { mode, connectionString, ways: [false], warning: null };
  }
  if (mode === "disable") {
    const warning = isLoopback(host) ? null : warningOf(mode);
    return { mode, connectionString, ways: [false], warning };
  }
  if (url.searchParams.get("sslnegotiation") === "direct" && WEAK.has(mode)) {
    throw new EncryptionError(
      `DATABASE_URL has sslnegotiation=direct with sslmode=${mode}. Use sslmode=require or stricter.`,
    );
  }
  const isSkipped = given.sslmode === "no-verify" || given.ssl === "no-verify";
  const root = isSkipped ? null : rootOf(mode, given.sslrootcert ?? "", home);
  const tls: ConnectionOptions = {
    ...clientCertificate(given),
    ...(root === null || root === SYSTEM ? {} : { ca: root }),
    // libpq checks the certificate, but not its name, in every mode that has a root certificate.
    ...(root === null ? { rejectUnauthorized: false } : {}),
    ...(mode === "verify-full" ? {} : { checkServerIdentity: () => undefined }),
  };
  const ways: Ways = mode === "allow" ? [false, tls] : mode === "prefer" ? [tls, false] : [tls];
  const isQuiet = named === null && isLoopback(host);
  const isChecked = ways.length === 1 && root !== null;
  return { mode, connectionString, ways, warning: isChecked || isQuiet ? null : warningOf(mode) };
}

const warningOf = (mode: Mode) =>
  `connections to PostgreSQL don't check who the server is (sslmode=${mode}): use sslmode=verify-full, with sslrootcert for a private certificate authority`;

function modeOf(value: string): Mode | null {
  if (value === "") return null;
  const mode = MODES.find((known) => known === value) ?? ALIASES[value];
  if (mode) return mode;
  throw new EncryptionError(`DATABASE_URL has an unknown sslmode. Use one of ${MODES.join(", ")}.`);
}

/** The certificates to trust, as PEM; null: none are checked. */
function rootOf(mode: Mode, file: string, home: string): Buffer | typeof SYSTEM | null {
  if (file === SYSTEM) {
    if (mode === "verify-full") return SYSTEM;
    throw new EncryptionError(
      `DATABASE_URL has sslrootcert=system with sslmode=${mode}. Anybody can get a certificate of a public authority: use sslmode=verify-full.`,
    );
  }
  if (file !== "") return readPem("sslrootcert", file);
  const usual = join(home, ".postgresql", "root.crt");
  if (existsSync(usual)) return readPem("sslrootcert", usual);
  if (mode === "verify-full") return SYSTEM;
  if (mode !== "verify-ca") return null;
  throw new EncryptionError(
    "DATABASE_URL has sslmode=verify-ca without sslrootcert. Add the file of the certificate authority, or use sslmode=verify-full.",
  );
}

function clientCertificate(given: Record<string, string>): ConnectionOptions {
  const { sslcert = "", sslkey = "", sslpassword = "" } = given;
  if (sslcert === "" && sslkey === "") return {};
  if (sslcert === "" || sslkey === "") {
    throw new EncryptionError("DATABASE_URL needs both sslcert and sslkey, or neither.");
  }
  return {
    cert: readPem("sslcert", sslcert),
    key: readPem("sslkey", sslkey),
    ...(sslpassword === "" ? {} : { passphrase: sslpassword }),
  };
}

function readPem(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = error instanceof Error ? textOf(error, "code") : "";
    const reason = code === "ENOENT" ? "there is no such file" : code;
    throw new EncryptionError(`The ${name} of DATABASE_URL, ${file}, can't be read: ${reason}.`);
  }
}

/** Messages of node-postgres, if the server doesn't encrypt. */
const NOT_ENCRYPTED =
  /The server does not support SSL connections|There was an error establishing an SSL connection/;
/** Codes of Node.js and OpenSSL, and PostgreSQL's for what its pg_hba.conf does not allow. */
const REFUSED = /^(ERR_SSL_|ERR_TLS_|EPROTO$|28000$|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Whether a server refuses this way to connect, so that it may accept the other one. */
export function isRefused(error: unknown): boolean {
  return [...layersOf(error)].some(
    (layer) => NOT_ENCRYPTED.test(textOf(layer, "message")) || REFUSED.test(textOf(layer, "code")),
  );
}

/** Connects in the first way, or in the second if the server refuses the first. */
export async function connectEitherWay<T>(
  [first, second]: Ways,
  connect: (way: Way) => Promise<T>,
): Promise<T> {
  try {
    return await connect(first);
  } catch (error) {
    if (second === undefined || !isRefused(error)) throw error;
    return await connect(second).catch((later: unknown) => {
      throw isRefused(later) ? bothRefused(error, later) : later;
    });
  }
}

/** Either reason may be the one to act on. */
export function bothRefused(first: unknown, second: unknown): Error {
  const messages = [first, second].map((error) => (error instanceof Error ? error.message : ""));
  return new Error(messages.join("; then: "), { cause: second });
}
