import type { Ctx } from "../../core/actor";
import { issueKey, revokeKey, rotateKey } from "../../core/keys/mutations";
import type { KeyIssue } from "../../core/keys/schema";
import { SCOPE_NAMES } from "../../core/keys/scopes";
import { decideLimitRequest, openLimitRequest } from "../../core/limit-requests/mutations";
import { memberOf, type PartnerCode } from "./people";
import { at, DAY_MS, daysAgo, type Stage } from "./stage";

const ALL = [...SCOPE_NAMES];
const READ = SCOPE_NAMES.filter((name) => name.endsWith(":read"));

type DemoKey = {
  label: string;
  scopes: KeyIssue["scopes"];
  daysAgo: number;
  lifeDays?: number;
  revokedDaysAgo?: number;
  rotatedDaysAgo?: number;
};

/** Keys in every status; the traffic refers to them by name. */
export const KEYS = {
  acme: [
    { label: "Storefront", scopes: ALL, daysAgo: 300.31 },
    { label: "Nightly export", scopes: READ, daysAgo: 200.12 },
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
    { label: "Mobile backend", scopes: ["metrics:read"], daysAgo: 1.74 },
  ],
  nimbus: [{ label: "First steps", scopes: READ, daysAgo: 2.92 }],
  harbor: [{ label: "Warehouse", scopes: ALL, daysAgo: 300.31 }],
} as const satisfies Record<PartnerCode, readonly DemoKey[]>;

/** Creates, rotates and revokes the keys; keeps existing ones. */
export async function makeKeys(stage: Stage): Promise<void> {
  for (const code of Object.keys(KEYS) as PartnerCode[]) {
    const owner = await memberOf(stage, code, "owner");
    for (const plan of KEYS[code]) {
      const when = (days: number) => at(stage, daysAgo(stage, days), owner, "198.51.100.24");
      await makeKey(when, owner.partnerId, plan);
    }
  }
}

type When = (days: number) => Ctx;

// The newest of this name is the active one; an older one was rotated.
function findKey(ctx: Ctx, partnerId: string, label: string) {
  return ctx.db.apiKey.findFirst({ where: { partnerId, label }, orderBy: { id: "desc" } });
}

async function makeKey(when: When, partnerId: string, plan: DemoKey): Promise<void> {
  const { label, scopes, lifeDays, rotatedDaysAgo, revokedDaysAgo } = plan;
  const ctx = when(plan.daysAgo);
  const expiresAt = lifeDays ? new Date(ctx.clock.now().getTime() + lifeDays * DAY_MS) : null;
  const found = await findKey(ctx, partnerId, label);
  const id = found?.id ?? (await issueKey(ctx, { partnerId, label, scopes, expiresAt })).key.id;
  if (revokedDaysAgo !== undefined) {
    await revokeKey(when(revokedDaysAgo), { keyId: id, after: "now" });
  }
  if (rotatedDaysAgo === undefined || found?.replacesId) return;
  await rotateKey(when(rotatedDaysAgo), { keyId: id });
  await revokeKey(when(rotatedDaysAgo - 0.01), { keyId: id, after: "24h" });
}

const ASKED = [
  {
    label: "Storefront",
    daysAgo: 41.2,
    wantedPerMinute: 900,
    perMinute: 600,
    reason: "Our autumn sale doubles the traffic of the shop.",
  },
  {
    label: "Nightly export",
    daysAgo: 62.15,
    wantedPerMinute: 3000,
    reason: "We would like to export everything every five minutes.",
    answer: "Please read pages of 100 and only what is new: created_after spares most of it.",
  },
  {
    label: "Nightly export",
    daysAgo: 0.9,
    wantedPerMinute: 600,
    reason: "With 260 customers the export now runs into 429s each night.",
  },
] as const;

/** Requests limit increases, each with the traffic of its time as evidence. */
export async function askForLimits(stage: Stage): Promise<void> {
  const developer = await memberOf(stage, "acme", "developer");
  const { partnerId } = developer;
  const done = await stage.core.db.limitRequest.count({ where: { partnerId } });
  for (const asked of ASKED.slice(done)) {
    const ctx = at(stage, daysAgo(stage, asked.daysAgo), developer, "203.0.113.80");
    const key = await findKey(ctx, partnerId, asked.label);
    if (!key) throw new Error(`the demo has no key ${asked.label}`);
    const { wantedPerMinute, reason } = asked;
    const { id } = await openLimitRequest(ctx, { keyId: key.id, wantedPerMinute, reason });
    const later = at(stage, daysAgo(stage, asked.daysAgo - 0.3));
    if ("perMinute" in asked) {
      await decideLimitRequest(later, { decision: "approve", id, perMinute: asked.perMinute });
    }
    if ("answer" in asked) {
      await decideLimitRequest(later, { decision: "decline", id, answer: asked.answer });
    }
  }
}
