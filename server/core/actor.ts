import type { Prisma, PrismaClient } from "../../prisma/client/client";
import type { Health } from "./health/schema";
import type { Scope } from "./keys/scopes";
import type { Authenticators, Log, Passwords } from "./ports";

/** Roles of people within a partner, from most to least power. */
export const TEAM_ROLES = ["owner", "developer", "viewer"] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** A person's session: when they last entered a password or code in it, and whether they have codes. */
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
 * `mustEnrol`: has no second factor and needs one, so that setting it up is all that is open.
 * `partnerId`: the one partner that this call may read and change; only enterPartner() sets it.
 */
export type OperatorActor = SignedIn & { kind: "operator"; mustEnrol?: true; partnerId?: string };

/** Who acts. `system` is the command line and the seed. */
export type Actor =
  | UserActor
  | OperatorActor
  | { kind: "key"; keyId: string; partnerId: string; scopes: readonly Scope[] }
  | { kind: "system"; name: string };

/** As it is before Next, once loaded, puts one in its place that asks who is asking for the time. */
const SystemDate = Date;

export type Clock = { now(): Date };
export const systemClock: Clock = { now: () => new SystemDate() };

type ReadMethod =
  | "findUnique"
  | "findUniqueOrThrow"
  | "findFirst"
  | "findMany"
  | "count"
  | "aggregate"
  | "groupBy";

/** The database as core may read it. Whoever wants to write goes through change(). */
export type ReadDb = {
  readonly [M in Uncapitalize<Prisma.ModelName>]: Pick<
    PrismaClient[M],
    ReadMethod & keyof PrismaClient[M]
  >;
} & Pick<PrismaClient, "$queryRaw">;

export type Tx = Prisma.TransactionClient;

/** What core needs of the process it runs in; made once, in the wiring. */
export type Core = {
  db: ReadDb;
  /** Runs `run` in one transaction. Only change() calls it. */
  transact<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
  /** Tells every process that what it holds of this partner is old; returns when none can use it. */
  announce(partnerId: string): Promise<void>;
  /** Whether an error means that a store is out of reach, so that trying again may help. */
  isUnavailable(error: unknown): boolean;
  /** An HMAC-SHA256 that every process of the deployment makes alike: for what leaves and comes back. */
  sign(text: string): Uint8Array;
  /** Whether these are the first bytes of a signature of the text, also under a previous secret. */
  isSignature(text: string, bytes: Uint8Array): boolean;
  passwords: Passwords;
  authenticators: Authenticators;
  /**
   * The one operator who needs no second factor: the demo's, on embedded stores whose address is on
   * this machine. Null everywhere else, where provideDemo() disables that account.
   */
  demoOperator: string | null;
  /** How this process is. */
  health(): Promise<Health>;
  clock: Clock;
  log: Log;
};

/** A call into core: the process, and who calls from where. */
export type Ctx = Core & { actor: Actor; address: string | null };

/** Which partner a read or a write is about. */
export type OfPartner = { partnerId: string };
