import type { Ctx } from "../../core/kernel/actor";
import { SCOPE_NAMES } from "../../core/kernel/scopes";
import { issueKey, revokeKey, rotateKey } from "../../core/keys/mutations";
import type { KeyIssue } from "../../core/keys/schema";
import { decideLimitRequest, openLimitRequest } from "../../core/limit-requests/mutations";
import { memberOf, type PartnerCode } from "./people";
import { at, DAY_MS, daysAgo, type Stage, type Step } from "./stage";

const ALL = [...SCOPE_NAMES];
const READ = SCOPE_NAMES.filter((name) => name.endsWith(":read"));

type DemoKey = {
  label: string;
  scopes: KeyIssue["scopes"];
  daysAgo: number;
  lifeDays?: number;
  allowedNetworks?: string[];
  revokedDaysAgo?: number;
  rotatedDaysAgo?: number;
};

/** Keys in every status; the traffic refers to them by name. */
export const KEYS = {
  acme: [
    { label: "Storefront", scopes: ALL, daysAgo: 300.31 },
    {
      label: "Nightly export",
      scopes: READ,
      daysAgo: 200.12,
      allowedNetworks: ["198.51.100.0/24", "2001:db8:20::/48"],
    },
    { label: "Contractor", scopes: READ, daysAgo: 120.25, lifeDays: 90 },
    {
      label: "Billing sync",
      scopes: ["accounts:read", "payouts:read"],
      daysAgo: 110,
      rotatedDaysAgo: 0.8,
    },
    {
      label: "Automation trial",
      scopes: ["accounts:read", "accounts:write"],
      daysAgo: 95,
      revokedDaysAgo: 60,
    },
    { label: "Partner portal (staging)", scopes: ALL, daysAgo: 85.4, lifeDays: 90 },
    {
      label: "Mobile backend",
      scopes: ["metrics:read", "orders:read", "orders:write"],
      daysAgo: 1.74,
    },
  ],
  nimbus: [{ label: "First steps", scopes: READ, daysAgo: 2.92 }],
  harbor: [{ label: "Warehouse", scopes: ALL, daysAgo: 300.31 }],
} as const satisfies Partial<Record<PartnerCode, readonly DemoKey[]>>;

/** Creates, rotates and revokes the keys. */
export function keySteps(stage: Stage): Step[] {
  return (Object.keys(KEYS) as (keyof typeof KEYS)[]).flatMap((code) =>
    KEYS[code].flatMap((plan) => stepsOfKey(stage, code, plan)),
  );
}

// The newest of this name is the active one; an older one was rotated.
function findKey(ctx: Ctx, partnerId: string, label: string, order: "asc" | "desc" = "desc") {
  return ctx.db.apiKey.findFirst({ where: { partnerId, label }, orderBy: { id: order } });
}

function stepsOfKey(stage: Stage, code: PartnerCode, plan: DemoKey): Step[] {
  const { label, scopes, lifeDays, allowedNetworks, rotatedDaysAgo, revokedDaysAgo } = plan;
  const step = (days: number, work: (ctx: Ctx, partnerId: string) => Promise<unknown>): Step => ({
    daysAgo: days,
    run: async () => {
      const owner = await memberOf(stage, code, "owner");
      await work(at(stage, daysAgo(stage, days), owner, "198.51.100.24"), owner.partnerId);
    },
  });
  const revoke = (days: number, after: "now" | "24h") =>
    step(days, async (ctx, partnerId) => {
      const old = await findKey(ctx, partnerId, label, "asc");
      if (old) await revokeKey(ctx, { keyId: old.id, after });
    });
  const rotate = (days: number) =>
    step(days, async (ctx, partnerId) => {
      const found = await findKey(ctx, partnerId, label);
      if (found && !found.replacesId) await rotateKey(ctx, { keyId: found.id });
    });
  const issue = step(plan.daysAgo, async (ctx, partnerId) => {
    const expiresAt = lifeDays ? new Date(ctx.clock.now().getTime() + lifeDays * DAY_MS) : null;
    if (await findKey(ctx, partnerId, label)) return;
    await issueKey(ctx, { partnerId, label, scopes, expiresAt, allowedNetworks });
  });
  return [
    issue,
    ...(revokedDaysAgo === undefined ? [] : [revoke(revokedDaysAgo, "now")]),
    ...(rotatedDaysAgo === undefined
      ? []
      : [rotate(rotatedDaysAgo), revoke(rotatedDaysAgo - 0.01, "24h")]),
  ];
}

/** In the order of their times. */
const ASKED = [
  {
    label: "Nightly export",
    daysAgo: 62.15,
    wantedPerMinute: 3000,
    reason: "We would like to export everything every five minutes.",
    answer: "Please read pages of 100 and only what is new: created_after spares most of it.",
  },
  {
    label: "Storefront",
    daysAgo: 41.2,
    wantedPerMinute: 900,
    perMinute: 600,
    reason: "Our autumn sale doubles the traffic of the shop.",
  },
  {
    label: "Nightly export",
    daysAgo: 0.9,
    wantedPerMinute: 600,
    reason: "With 260 customers the export now runs into 429s each night.",
  },
] as const;
type Asked = (typeof ASKED)[number];

const DECIDED_AFTER_DAYS = 0.3;

/** Requests limit increases, each with the traffic of its time as evidence, and decides on them. */
export function limitRequestSteps(stage: Stage): Step[] {
  return ASKED.flatMap((asked, index) => [
    { daysAgo: asked.daysAgo, run: () => ask(stage, asked, index) },
    { daysAgo: asked.daysAgo - DECIDED_AFTER_DAYS, run: () => decide(stage, asked) },
  ]);
}

async function ask(stage: Stage, asked: Asked, index: number): Promise<void> {
  const developer = await memberOf(stage, "acme", "developer");
  const { partnerId } = developer;
  if ((await stage.core.db.limitRequest.count({ where: { partnerId } })) > index) return;
  const ctx = at(stage, daysAgo(stage, asked.daysAgo), developer, "203.0.113.80");
  const key = await findKey(ctx, partnerId, asked.label);
  if (!key) throw new Error(`the demo has no key ${asked.label}`);
  const { wantedPerMinute, reason } = asked;
  await openLimitRequest(ctx, { keyId: key.id, wantedPerMinute, reason });
}

async function decide(stage: Stage, asked: Asked): Promise<void> {
  const ctx = at(stage, daysAgo(stage, asked.daysAgo - DECIDED_AFTER_DAYS));
  const where = { reason: asked.reason, status: "open" } as const;
  const open = await ctx.db.limitRequest.findFirst({ where });
  if (!open) return;
  const { id } = open;
  if ("perMinute" in asked) {
    await decideLimitRequest(ctx, { decision: "approve", id, perMinute: asked.perMinute });
  }
  if ("answer" in asked) {
    await decideLimitRequest(ctx, { decision: "decline", id, answer: asked.answer });
  }
}
