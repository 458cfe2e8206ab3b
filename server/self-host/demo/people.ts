import type { Ctx, TeamRole, UserActor } from "../../core/kernel/actor";
import { createPartner, setPartnerStatus } from "../../core/partners/mutations";
import { redeemLink } from "../../core/sign-in/links";
import { signIn } from "../../core/sign-in/sessions";
import { inviteOperator, inviteUser, resetUser } from "../../core/team/invitations";
import { at, daysAgo, type Stage, type Step } from "./stage";

/** The only operator without two-factor authentication, on embedded stores. */
export const DEMO_OPERATOR = "operator@latchkey.example";

type Member = { email: string; role: TeamRole };

/** The demo's partners: one busy, one new, one suspended, one terminated, which has no team. */
export const PARTNERS = {
  acme: {
    name: "Acme Resale (demo)",
    revsharePct: 20,
    sinceDays: 364,
    team: [
      { email: "owner@acme.example", role: "owner" },
      { email: "developer@acme.example", role: "developer" },
      { email: "viewer@acme.example", role: "viewer" },
    ],
  },
  nimbus: {
    name: "Nimbus Cloud (demo)",
    revsharePct: 25,
    sinceDays: 3,
    team: [{ email: "owner@nimbus.example", role: "owner" }],
  },
  harbor: {
    name: "Harbor Supply (demo)",
    revsharePct: 12.5,
    sinceDays: 310,
    team: [{ email: "owner@harbor.example", role: "owner" }],
  },
  meridian: {
    name: "Meridian Hosting (demo)",
    revsharePct: 15,
    sinceDays: 280,
    team: [],
  },
} as const satisfies Record<
  string,
  {
    name: string;
    revsharePct: number;
    sinceDays: number;
    team: readonly Member[];
  }
>;

export type PartnerCode = keyof typeof PARTNERS;
const CODES = Object.keys(PARTNERS) as PartnerCode[];

export const DEMO_LOGINS = [
  { role: "partner", email: PARTNERS.acme.team[0].email },
  { role: "operator", email: DEMO_OPERATOR },
] as const;

/** Creates partners, their teams and the operator, all with this password; keeps existing ones. */
export async function makePeople(stage: Stage, password: string): Promise<void> {
  const operator = { kind: "operator", email: DEMO_OPERATOR } as const;
  await choosePassword(at(stage, daysAgo(stage, 365)), operator, password);
  for (const code of CODES) {
    const { name, revsharePct, sinceDays } = PARTNERS[code];
    const team: readonly Member[] = PARTNERS[code].team;
    const ctx = at(stage, daysAgo(stage, sinceDays));
    if (!(await ctx.db.partner.findUnique({ where: { code } }))) {
      await createPartner(ctx, { code, name, revsharePct, ownerEmail: team[0]?.email });
    }
    for (const { email, role } of team) {
      await choosePassword(ctx, { kind: code, email, role }, password);
    }
  }
}

const REASON = "Invoices of August and September are unpaid; we have written to the owner twice.";
const SUSPENDED_DAYS_AGO = 24;

/** Suspends a partner. */
export function suspension(stage: Stage): Step {
  const run = async () => {
    const ctx = at(stage, daysAgo(stage, SUSPENDED_DAYS_AGO));
    const { id } = await partnerOf(ctx, "harbor");
    await setPartnerStatus(ctx, { partnerId: id, status: "suspended", reason: REASON });
  };
  return { daysAgo: SUSPENDED_DAYS_AGO, run };
}

type Person = { email: string } & ({ kind: "operator" } | { kind: PartnerCode; role: TeamRole });

async function choosePassword(ctx: Ctx, person: Person, password: string): Promise<void> {
  const { email } = person;
  const user = await ctx.db.user.findUnique({ where: { emailKey: email } });
  if (user?.passwordHash) return;
  if (!user && person.kind === "operator") await inviteOperator(ctx, { email });
  if (!user && person.kind !== "operator") {
    const { id } = await partnerOf(ctx, person.kind);
    await inviteUser(ctx, { partnerId: id, email, role: person.role });
  }
  const { token } = await resetUser(ctx, { email });
  await redeemLink(ctx, { token, password });
}

const DEVICES = [
  {
    daysAgo: 5.2,
    email: PARTNERS.acme.team[0].email,
    address: "198.51.100.24",
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1",
  },
  {
    daysAgo: 1.1,
    email: PARTNERS.acme.team[1].email,
    address: "203.0.113.80",
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0",
  },
] as const;

/** Creates sessions for some of the team. */
export async function signInSome(stage: Stage, password: string): Promise<void> {
  for (const device of DEVICES) {
    const { email, address, userAgent } = device;
    const { core } = stage;
    const found = await core.db.session.count({ where: { user: { emailKey: email }, userAgent } });
    if (found > 0) continue;
    const { clock } = at(stage, daysAgo(stage, device.daysAgo));
    await signIn({ ...core, clock }, { email, password, address, userAgent });
  }
}

/** The partner's row. Throws if makePeople() has not run. */
export function partnerOf(ctx: Ctx, code: PartnerCode): Promise<{ id: string }> {
  return ctx.db.partner.findUniqueOrThrow({ where: { code } });
}

/** A member of the partner's team, as an actor. */
export async function memberOf(
  stage: Stage,
  code: PartnerCode,
  role: TeamRole,
): Promise<UserActor> {
  const team: readonly Member[] = PARTNERS[code].team;
  const member = team.find((one) => one.role === role);
  const user = await stage.core.db.user.findUniqueOrThrow({
    where: { emailKey: member?.email ?? "" },
  });
  const { id: partnerId } = await partnerOf(at(stage, stage.now), code);
  const session = { sessionId: "", provedAt: stage.now, hasSecondFactor: false };
  return { kind: "user", userId: user.id, email: user.email, partnerId, role, ...session };
}
