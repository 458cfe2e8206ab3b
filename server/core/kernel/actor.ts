import type { Prisma, PrismaClient } from "../../../prisma/client/client";
import type { EventFact } from "./event";
import type { Health } from "./health";
import type {
  Authenticators,
  DemoInbox,
  EventSignal,
  Log,
  MailPort,
  Passwords,
  PayoutDetailsPort,
  Seals,
  Webhooks,
} from "./ports";
import type { PlatformScope } from "./scopes";

/** Roles of people within a partner, most privileged first. */
export const TEAM_ROLES = ["owner", "developer", "viewer"] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** A person's session. `provedAt`: when a password or code was last entered in it. */
type SignedIn = {
  userId: string;
  sessionId: string;
  provedAt: Date;
  hasSecondFactor: boolean;
};

export type UserActor = SignedIn & {
  kind: "user";
  email: string;
  partnerId: string;
  role: TeamRole;
};

/**
 * `mustEnrol`: must set up two-factor authentication before anything else is allowed. `partnerId`:
 * the one partner that this call may read and change; only enterPartner() sets it.
 */
export type OperatorActor = SignedIn & { kind: "operator"; mustEnrol?: true; partnerId?: string };

/** One of the company's own systems; like an operator, it may read all partners. */
type PlatformKeyActor = {
  kind: "platform-key";
  keyId: string;
  scopes: readonly PlatformScope[];
  partnerId?: undefined;
};

/** The caller. `system` is the command line and the seed. */
export type Actor =
  | UserActor
  | OperatorActor
  | { kind: "key"; keyId: string; partnerId: string; scopes: readonly string[] }
  | PlatformKeyActor
  | { kind: "system"; name: string };

/**
 * Captured before Next loads: Next replaces `Date` with a version that checks where it is called
 * from.
 */
const SystemDate = Date;

export type Clock = { now(): Date };
export const systemClock: Clock = { now: () => new SystemDate() };

/** `fields` names columns in conditions. */
type ReadMethod =
  | "findUnique"
  | "findUniqueOrThrow"
  | "findFirst"
  | "findMany"
  | "count"
  | "aggregate"
  | "groupBy"
  | "fields";

/** The database without its write methods. Writes go through change(). */
export type ReadDb = {
  readonly [M in Uncapitalize<Prisma.ModelName>]: Pick<
    PrismaClient[M],
    ReadMethod & keyof PrismaClient[M]
  >;
} & Pick<PrismaClient, "$queryRaw">;

export type Tx = Prisma.TransactionClient;

/** A row of the audit log. */
export type AuditRow = Omit<Prisma.AuditEventGetPayload<object>, "detail"> & {
  detail: Prisma.InputJsonObject;
};

/** The rows that the open transaction writes last. */
export type Outbox = {
  /** Adds an event of this partner. */
  emit(partnerId: string, fact: EventFact): void;
  /** Adds a row to the audit log. */
  audit(row: AuditRow): void;
};

/** The services that core needs from its process; built once, in the wiring. */
export type Core = {
  db: ReadDb;
  /**
   * Runs `run` in one transaction, which writes the rows of the outbox last. Only change() calls it.
   */
  transact<T>(run: (tx: Tx, outbox: Outbox) => Promise<T>): Promise<T>;
  /** Reports the new events of all processes. */
  events: EventSignal;
  /**
   * Makes every process's cached data of this partner stale. If access was taken away (`narrows`),
   * resolves when none of it can be used any more, up to 11 s later while Redis is away; otherwise
   * within a second, and the data may be used for up to 10 s. Resolves to whether it had to wait.
   */
  announce(partnerId: string, how: { narrows: boolean }): Promise<boolean>;
  /** Whether the error means that a store is unreachable, so that a retry may succeed. */
  isUnavailable(error: unknown): boolean;
  /**
   * An HMAC-SHA256 that is the same in every process of the deployment, for values that clients
   * send back.
   */
  sign(text: string): Uint8Array;
  /**
   * Whether these are the first bytes of a signature of the text; also accepts the previous secret.
   */
  isSignature(text: string, bytes: Uint8Array): boolean;
  passwords: Passwords;
  authenticators: Authenticators;
  webhooks: Webhooks;
  mail: MailPort;
  payoutDetails: PayoutDetailsPort;
  /** For responses with secrets, while they may be replayed. */
  responseSeals: Seals;
  /**
   * The one operator who needs no second factor: the demo's, on embedded stores with a loopback
   * URL. Null everywhere else, where provideDemo() disables that account.
   */
  demoOperator: string | null;
  /** Null everywhere except on the demo's embedded stores with a loopback URL. */
  demoInbox(): Promise<DemoInbox | null>;
  /** The status and figures of this process. */
  health(): Promise<Health>;
  clock: Clock;
  log: Log;
};

/** The context of a call into core: the process, the actor and the client's address. */
export type Ctx = Core & { actor: Actor; address: string | null };

export type OfPartner = { partnerId: string };
