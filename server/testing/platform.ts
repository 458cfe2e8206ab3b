import { afterAll } from "vitest";
import type { Actor, Clock, Ctx, TeamRole } from "../core/kernel/actor";
import { SCOPE_NAMES, type Scope } from "../core/kernel/scopes";
import { type IssuedKey, issueKey } from "../core/keys/mutations";
import type { KeyIssue } from "../core/keys/schema";
import { createPartner } from "../core/partners/mutations";
import type { Partner } from "../core/partners/schema";
import { issuePlatformKey } from "../core/platform-keys/mutations";
import type { PlatformKeyIssue } from "../core/platform-keys/schema";
import { redeemLink } from "../core/sign-in/links";
import { findSessionActor, signIn } from "../core/sign-in/sessions";
import { inviteOperator, inviteUser } from "../core/team/invitations";
import { provideWiring } from "../current-wiring";
import { readEnv } from "../env";
import { answerFetch } from "../rest/fetch";
import { BASE_PATH, PLATFORM_BASE_PATH } from "../rest/route";
import { openPostgres } from "../stores/postgres";
import { createCaller } from "../trpc/root";
import { openWiring, type Wiring } from "../wiring";
import { enrol } from "./authenticator";
import { freshDatabase, overSocket } from "./database";
import { quickPasswords } from "./quick-passwords";

const HOST = "http://latchkey.test";
export const PASSWORD = "correct horse battery";
/** With it, a process of the same deployment reads what a platform of the tests has encrypted. */
export const SECRET = "a secret of the tests, long enough to sign with";

/** A clock that only moves when it is advanced. */
export function steppingClock(
  start = new Date(),
): Clock & { advance(ms: number): void; set(to: Date): void } {
  let now = start.getTime();
  const advance = (ms: number) => {
    now += ms;
  };
  const set = (to: Date) => {
    now = to.getTime();
  };
  return { now: () => new Date(now), advance, set };
}

/** The whole product without a server, on its own database. */
export type Platform = Awaited<ReturnType<typeof openPlatform>>;

let made = 0;

type Options = {
  clock?: Clock;
  /** Passwords are hashed as slowly as in the product. */
  hasSlowHashes?: boolean;
  env?: Record<string, string>;
  /** As in our own server: route handlers then work without Next. */
  hasOwnServer?: boolean;
  /** Another platform's database: the two are then processes of one deployment. */
  beside?: { databaseUrl: string };
  /** The number of the process among those behind one port. */
  worker?: number;
};

export async function openPlatform(options: Options = {}) {
  const database = options.beside
    ? { url: options.beside.databaseUrl, drop: async () => undefined }
    : await freshDatabase();
  const wiring = await openWiring({
    env: readEnv({ LOG_LEVEL: "silent", ...options.env }),
    postgres: openPostgres({
      connectionString: options.beside ? database.url : overSocket(database.url),
    }),
    secret: SECRET,
    hasOwnServer: options.hasOwnServer ?? false,
    ...(!options.hasSlowHashes && { passwords: quickPasswords() }),
    ...(options.clock && { clock: options.clock }),
    ...(options.worker && { worker: options.worker }),
  });
  provideWiring(wiring);
  const system = as(wiring, { kind: "system", name: "test" });
  return {
    wiring,
    system,
    databaseUrl: database.url,
    as: (actor: Actor) => as(wiring, actor),
    /** The actor of an existing session. */
    actorOf: (sessionId: string) => actorOf(wiring, sessionId),
    caller: (actor: Actor | null) =>
      createCaller({
        core: wiring.core,
        actor,
        address: "192.0.2.1",
        continueSession: async () => undefined,
      }),
    newPartner: () => newPartner(system),
    newPartnerWithKey: async () => {
      const partner = await newPartner(system);
      return { partner, ...(await newKey(system, partner)) };
    },
    /** A partner, and its owner as a caller. */
    newPartnerWithOwner: async () => {
      const partner = await newPartner(system);
      const { actor } = await newPerson(wiring, partner, "owner");
      return { partner, owner: as(wiring, actor) };
    },
    newPerson: (partner: Partner, role: TeamRole) => newPerson(wiring, partner, role),
    newOperator: () => newOperator(wiring),
    newKey: (partner: Pick<Partner, "id">, input?: Partial<KeyIssue>) =>
      newKey(system, partner, input),
    newPlatformKey: (input: Partial<PlatformKeyIssue> = {}) =>
      issuePlatformKey(system, { label: "test", scopes: ["keys:verify"], ...input }),
    /** Sends a request to the partners' API, below its base path. */
    call: (path: string, init: RequestInit & { key?: string } = {}) =>
      call(wiring, BASE_PATH + path, init),
    /** Sends a request to the platform API, below its base path. */
    callPlatform: (path: string, init: RequestInit & { key?: string } = {}) =>
      call(wiring, PLATFORM_BASE_PATH + path, init),
    close: async () => {
      await wiring.close();
      await database.drop();
    },
  };
}

/** A platform for the tests of the file that calls this at its top level; closed after them. */
export async function platformForTests(options?: Options): Promise<Platform> {
  const platform = await openPlatform(options);
  afterAll(() => platform.close());
  return platform;
}

function as(wiring: Wiring, actor: Actor): Ctx {
  return { ...wiring.core, actor, address: "192.0.2.1" };
}

async function newPartner(system: Ctx): Promise<Partner> {
  const input = { code: `partner-${++made}`, name: `Partner ${made}`, revsharePct: 20 };
  return (await createPartner(system, input)).partner;
}

function newKey(
  system: Ctx,
  partner: Pick<Partner, "id">,
  input: Partial<KeyIssue> = {},
): Promise<IssuedKey> {
  const scopes: Scope[] = [...SCOPE_NAMES];
  return issueKey(system, { partnerId: partner.id, label: "test", scopes, ...input });
}

async function newPerson(wiring: Wiring, partner: Partner, role: TeamRole) {
  const system = as(wiring, { kind: "system", name: "test" });
  const invitation = await inviteUser(system, {
    partnerId: partner.id,
    email: `P${++made}@Example.com`,
    role,
  });
  return signUp(wiring, invitation);
}

async function newOperator(wiring: Wiring) {
  const system = as(wiring, { kind: "system", name: "test" });
  const invitation = await inviteOperator(system, { email: `op${++made}@example.com` });
  const newcomer = await signUp(wiring, invitation);
  const enrolled = await enrol(as(wiring, newcomer.actor), PASSWORD);
  return { ...newcomer, ...enrolled, actor: await actorOf(wiring, enrolled.sessionId) };
}

async function signUp(wiring: Wiring, invitation: { email: string; token: string }) {
  const system = as(wiring, { kind: "system", name: "test" });
  await redeemLink(system, { token: invitation.token, password: PASSWORD });
  const input = { email: invitation.email, password: PASSWORD };
  const { sessionId } = await signIn(wiring.core, { ...input, address: null, userAgent: null });
  return { email: invitation.email, actor: await actorOf(wiring, sessionId), sessionId };
}

async function actorOf(wiring: Wiring, sessionId: string): Promise<Actor> {
  const actor = await findSessionActor(wiring.core, sessionId);
  if (!actor) throw new Error("no such session");
  return actor;
}

function call(wiring: Wiring, path: string, init: RequestInit & { key?: string }) {
  const { key, ...rest } = init;
  const headers = new Headers(rest.headers);
  if (key) headers.set("authorization", `Bearer ${key}`);
  const request = new Request(HOST + path, { ...rest, headers });
  return answerFetch(wiring.api, request, { address: "192.0.2.1" });
}
