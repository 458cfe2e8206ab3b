import { layersOf, textOf } from "./store-down";

/** A problem of a store, and how an operator can fix it. */
export type StoreFault = { problem: string; cure: string };

/** By SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const POSTGRES_FAULTS: Record<string, StoreFault> = {
  "25006": {
    problem: "the database is read-only",
    cure: "Point DATABASE_URL to the primary, or reset default_transaction_read_only.",
  },
  "28000": {
    problem: "the database refuses this role",
    cure: "Allow the role of DATABASE_URL to log in from this machine (pg_hba.conf).",
  },
  "28P01": {
    problem: "the password of DATABASE_URL is wrong",
    cure: "Correct the password in DATABASE_URL.",
  },
  "3D000": {
    problem: "the database of DATABASE_URL does not exist",
    cure: "Create it, or correct the name in DATABASE_URL.",
  },
  "42501": {
    problem: "the role of DATABASE_URL lacks privileges",
    cure: "Grant the role all privileges on the tables of this database, or make it their owner.",
  },
  "53100": {
    problem: "the disk of the database is full",
    cure: "Free or add disk space. Until then, reads work and writes fail.",
  },
  "53200": {
    problem: "the database is out of memory",
    cure: "Add memory, or lower work_mem and max_connections.",
  },
  "53300": {
    problem: "all connections of the database are in use",
    cure: "Raise max_connections, run fewer processes, or use PgBouncer. An instance holds up to 32 connections.",
  },
  "57P03": {
    problem: "the database is starting up or shutting down",
    cure: "Wait. If the problem persists, check PostgreSQL's log.",
  },
};

/** The words of PgBouncer, which gives all of its own errors one code. */
const BY_STATEMENT = /statement pooling mode/;

const POOLED_BY_STATEMENT: StoreFault = {
  problem: "DATABASE_URL leads to a PgBouncer in statement mode, which allows no transactions",
  cure: "Set pool_mode to transaction or session for this database in pgbouncer.ini.",
};

/** Names that Prisma and its driver adapter use in place of the SQLSTATE. */
const SQLSTATE_OF: Record<string, string> = {
  AuthenticationFailed: "28P01",
  DatabaseDoesNotExist: "3D000",
  DatabaseAccessDenied: "42501",
  TooManyConnections: "53300",
  P2037: "53300",
};

/** By the first word of Redis's error. */
const REDIS_FAULTS: Record<string, StoreFault> = {
  CLUSTERDOWN: {
    problem: "the Redis Cluster does not cover all slots",
    cure: "Check CLUSTER INFO. A primary without a replica is down.",
  },
  LOADING: { problem: "Redis is loading its data", cure: "Wait until it has finished." },
  MISCONF: {
    problem: "Redis refuses writes because it can't save to its disk",
    cure: "Free disk space, or turn off persistence: Latchkey's data in Redis needs no backup.",
  },
  NOAUTH: { problem: "Redis requires a password", cure: "Add the password to REDIS_URL." },
  NOPERM: {
    problem: "the user of REDIS_URL lacks permissions",
    cure: "Allow the commands @read, @write, @scripting and TIME on the keys lk:*.",
  },
  OOM: {
    problem: "Redis has reached its maxmemory",
    cure: "Raise maxmemory, or set maxmemory-policy to volatile-lru.",
  },
  READONLY: {
    problem: "this Redis is a read-only replica",
    cure: "Point REDIS_URL to the primary: the limiter writes with every request.",
  },
  WRONGPASS: {
    problem: "the password of REDIS_URL is wrong",
    cure: "Correct the password in REDIS_URL.",
  },
};

/** Of a script's command; Redis does not begin it with NOPERM. From 7.2 on, it is the latter. */
const DENIED_IN_SCRIPT = /user executing the script can't|ACL failure in script/;

/** The codes of a name that is unknown, and of a name server that does not answer. */
const UNRESOLVED = new Set(["ENOTFOUND", "EAI_AGAIN"]);

/** The fault of a host name in `setting` that can't be resolved; null if it is another error. */
function explainName(layer: object, setting: string): StoreFault | null {
  const code = [textOf(layer, "code"), textOf(layer, "originalCode")].find((known) =>
    UNRESOLVED.has(known),
  );
  if (code === undefined) return null;
  const host = textOf(layer, "hostname");
  return {
    problem: `the host ${host ? `${host} ` : ""}of ${setting} can't be resolved (${code})`,
    cure: `Correct the host in ${setting}, or check the DNS of this machine.`,
  };
}

/** Null if the error has no known fix. */
export function explainPostgres(error: unknown): StoreFault | null {
  for (const layer of layersOf(error)) {
    const unresolved = explainName(layer, "DATABASE_URL");
    if (unresolved) return unresolved;
    if (BY_STATEMENT.test(textOf(layer, "message"))) return POOLED_BY_STATEMENT;
    for (const field of ["code", "originalCode", "kind"] as const) {
      const name = textOf(layer, field);
      const fault = POSTGRES_FAULTS[SQLSTATE_OF[name] ?? name];
      if (fault) return fault;
    }
  }
  return null;
}

/** Null if the error has no known fix. */
export function explainRedis(error: unknown): StoreFault | null {
  for (const layer of layersOf(error)) {
    const unresolved = explainName(layer, "REDIS_URL");
    if (unresolved) return unresolved;
  }
  const message = error instanceof Error ? error.message : "";
  if (DENIED_IN_SCRIPT.test(message)) return REDIS_FAULTS.NOPERM ?? null;
  const [, word = ""] = /\b([A-Z]{3,})\b/.exec(message) ?? [];
  return REDIS_FAULTS[word] ?? null;
}

/** Formats the fault as sentences. */
export function tellFault({ problem, cure }: StoreFault): string {
  return `${problem}. ${cure}`;
}
