import { nextPeriod, periodOf } from "../../core/values/period";
import {
  ALL_CALLERS,
  DEVELOPERS,
  INVALID,
  OTHER,
  type PartnerThings,
  type Row,
  reader,
  SIGNED_IN,
  SUSPENDED,
  type Who,
  WRONG_PROOF,
} from "./callers";
import { platformKeyLeaks } from "./leak-rows";
import { moneyReads } from "./money-rows";

let made = 0;
const nextMonth = () => nextPeriod(periodOf(new Date()));
const newTry = () => ({ idempotencyKey: `the key of try ${++made}` });

/** Procedures of the caller's own account. The ids are read when a row is tested. */
export const accountRows = (ids: { session: string }): Record<string, Row> => ({
  "session.whoAmI": { input: () => undefined, ok: SIGNED_IN },
  "session.changePassword": {
    input: () => ({ current: "x", next: "short" }),
    ok: [],
    otherwise: INVALID,
  },
  "session.reauthenticate": { input: () => ({ current: "x" }), ok: [], otherwise: INVALID },
  "session.readLink": { input: () => ({ token: "x" }), ok: [], notFound: ALL_CALLERS },
  "session.redeemLink": {
    input: () => ({ token: "x", password: "long enough a password" }),
    ok: [],
    notFound: ALL_CALLERS,
  },
  // Without a mail server.
  "session.requestReset": {
    input: () => ({ email: "nobody@example.com" }),
    ok: [],
    notFound: ALL_CALLERS,
  },
  "security.secondFactor": { input: () => undefined, ok: SIGNED_IN },
  "security.beginSecondFactor": { input: () => ({ current: "x" }), ok: [], otherwise: INVALID },
  "security.confirmSecondFactor": { input: () => ({ code: "short" }), ok: [], otherwise: INVALID },
  "security.disableSecondFactor": { input: () => WRONG_PROOF, ok: [], otherwise: INVALID },
  "security.renewRecoveryCodes": { input: () => WRONG_PROOF, ok: [], otherwise: INVALID },
  "security.devices": { input: () => undefined, ok: SIGNED_IN },
  "security.endDevice": {
    input: () => ({ sessionId: ids.session }),
    ok: ["owner"],
    notFound: SIGNED_IN.filter((who) => who !== "owner"),
  },
  // Without a demo.
  "demo.webhooks": { input: () => undefined, ok: [], notFound: SIGNED_IN },
  "notifications.unread": { input: () => undefined, ok: SIGNED_IN },
  "notifications.list": { input: () => ({}), ok: SIGNED_IN },
  "notifications.markRead": { input: () => ({ ids: ["ntf_x"] }), ok: SIGNED_IN },
  "notifications.markAllRead": { input: () => undefined, ok: SIGNED_IN },
  "notifications.settings": { input: () => undefined, ok: SIGNED_IN },
  "notifications.setMail": {
    input: () => ({ group: "payouts", mail: "digest", seen: {} }),
    ok: SIGNED_IN.filter((who) => who !== "operator"),
    otherwise: INVALID,
  },
  "security.endDevices": { input: () => ({ which: "others" }), ok: SIGNED_IN },
});

/** Procedures that take a partner's code: another partner's people get `not_found`. */
export const partnerRows = (of: () => PartnerThings): Record<string, Row> => ({
  ...partnerReads(of),
  ...moneyReads(of),
  ...partnerWrites(of),
});

const partnerReads = (of: () => PartnerThings): Record<string, Row> => {
  const { ids } = of();
  const read = reader(of);
  const key = () => ({ keyId: ids.key });
  const customer = () => ({ customerId: ids.customer });
  const endpoint = () => ({ endpointId: ids.endpoint });
  return {
    "session.access": read(),
    "keys.list": read(),
    "keys.page": read(),
    "keys.counts": read(),
    "keys.get": read(key),
    "keys.history": read(key),
    "limitRequests.list": read(),
    "metrics.get": read(),
    "metrics.byProduct": read(),
    "customers.list": read(),
    "customers.counts": read(),
    "customers.get": read(customer),
    "requests.list": read(),
    "requests.unlisted": read(),
    "requests.get": read(() => ({ requestId: ids.request })),
    "usage.series": read(key),
    "usage.overview": read(),
    "usage.summary": read(),
    "webhooks.list": read(),
    "alerts.list": read(),
    "webhooks.broken": read(),
    "webhooks.get": read(endpoint),
    "webhooks.activity": read(),
    "webhooks.deliveries": read(endpoint),
    "webhooks.delivery": read(() => ({ ...endpoint(), eventId: ids.event })),
    "events.list": read(),
    "events.get": read(() => ({ eventId: ids.ownEvent })),
    "team.list": read(),
    "team.links": read(),
    "audit.list": read(),
    "audit.choices": read(),
  };
};

const partnerWrites = (of: () => PartnerThings): Record<string, Row> => {
  const { ids } = of();
  const write: Write = (ok, input) => ({
    input: () => ({ partner: of().partner.code, ...input() }),
    ok,
    notFound: OTHER,
    suspended: "partner_suspended",
  });
  const key = (input: object = {}) => ({ keyId: ids.key, ...input });
  const endpoint = (input: object = {}) => ({ endpointId: ids.endpoint, ...input });
  const url = "https://partner.example/webhooks";
  return {
    "webhooks.create": write(DEVELOPERS, () => ({ url, types: ["*"], ...newTry() })),
    "webhooks.update": write(DEVELOPERS, () => endpoint({ perSecond: 5, seen: {} })),
    "webhooks.rotate": write(DEVELOPERS, () => endpoint(newTry())),
    "webhooks.delete": write([...DEVELOPERS, ...SUSPENDED], endpoint),
    "webhooks.test": write(DEVELOPERS, () => endpoint({ type: "ping" })),
    "webhooks.resend": write(DEVELOPERS, () => endpoint({ eventId: ids.event })),
    "webhooks.resendMany": write(DEVELOPERS, () => endpoint({ which: "all" })),
    "alerts.create": write(DEVELOPERS, () => ({
      kind: "error_share",
      target: ids.key,
      threshold: 10,
    })),
    "alerts.update": write(DEVELOPERS, () => ({ alertId: ids.alert, threshold: 12, seen: {} })),
    "alerts.delete": write([...DEVELOPERS, ...SUSPENDED], () => ({ alertId: ids.alert })),
    ...keyWrites(write, key),
    "limitRequests.open": write(DEVELOPERS, () => key({ wantedPerMinute: 600, reason: "more" })),
    ...customerWrites(write, () => ids.customer),
    "prices.set": write(DEVELOPERS, () => ({ product: "basic", amount: 600 })),
    "team.revokeLink": write(["owner", ...SUSPENDED], () => ({ linkId: ids.link })),
    "team.invite": write(["owner", "operator"], () => ({
      email: `new-${++made}@team.example`,
      role: "viewer",
    })),
    "team.relink": write(["owner", "operator"], () => ({ userId: ids.member })),
    "team.setRole": write(["owner"], () => ({ userId: ids.member, role: "developer", seen: {} })),
    "team.remove": write(["owner", ...SUSPENDED], () => ({ userId: ids.member })),
    "team.resetSecondFactor": write(["owner", "operator"], () => ({ userId: ids.member })),
    "profile.setBranding": write(["owner"], () => ({
      logoUrl: null,
      colour: "#1f6feb",
      supportEmail: null,
      seen: {},
    })),
  };
};

type Write = (ok: Who[], input: () => object) => Row;

const keyWrites = (write: Write, key: (input?: object) => object): Record<string, Row> => ({
  "keys.issue": write(DEVELOPERS, () => ({ label: "new", scopes: [], ...newTry() })),
  "keys.rename": write(DEVELOPERS, () => key({ label: "renamed", seen: {} })),
  "keys.setExpiry": write(DEVELOPERS, () => key({ expiresAt: null, seen: {} })),
  "keys.setScopes": write(DEVELOPERS, () =>
    key({ scopes: ["payouts:read"], mayWiden: true, seen: {} }),
  ),
  "keys.setNetworks": write(DEVELOPERS, () =>
    key({ allowedNetworks: ["192.0.2.0/24"], mayWiden: true, seen: {} }),
  ),
  "keys.rotate": write(DEVELOPERS, () => key(newTry())),
  "keys.setLimit": {
    ...write(["operator"], () => key({ perMinute: 600, seen: {} })),
    suspended: "forbidden",
  },
  "keys.revoke": write([...DEVELOPERS, "operator", ...SUSPENDED], () => key({ after: "now" })),
});

const customerWrites = (write: Write, id: () => string): Record<string, Row> => {
  const customer = (input: object = {}) => ({ customerId: id(), ...input });
  return {
    "customers.update": write(DEVELOPERS, () => customer({ name: `Changed ${++made}`, seen: {} })),
    "customers.suspend": write(DEVELOPERS, customer),
    "customers.resume": write(DEVELOPERS, customer),
    "customers.close": write(DEVELOPERS, customer),
    "customers.reopen": write(DEVELOPERS, customer),
    "customers.anonymize": write(DEVELOPERS, customer),
    "customers.create": write(DEVELOPERS, () => ({ email: `new-${++made}@example.com` })),
  };
};

const toItself = (customerId: string, code: string) => ({ customerId, from: code, to: code });

const platformKeyRows = (keyId: () => string): Record<string, () => unknown> => ({
  "platformKeys.list": () => undefined,
  "platformKeys.issue": () => ({ label: "Gateway", scopes: ["keys:verify"], ...newTry() }),
  "platformKeys.rotate": () => ({ keyId: keyId(), ...newTry() }),
  "platformKeys.setLimit": () => ({ keyId: keyId(), perMinute: 600, seen: {} }),
  "platformKeys.setNetworks": () => ({
    keyId: keyId(),
    allowedNetworks: ["192.0.2.0/24"],
    seen: {},
  }),
  ...platformKeyLeaks(keyId),
  "platformKeys.revoke": () => ({ keyId: keyId() }),
});

/** Procedures for operators: reads of the platform, and changes of a partner. */
export const operatorRows = (of: {
  partnerId: () => string;
  partnerCode: () => string;
  customerId: () => string;
  /** Of one that may be terminated. */
  toTerminate: () => string;
  operatorId: () => string;
  platformKeyId: () => string;
  requestId: () => string;
  payoutId: () => string;
  /** A month that can be closed. */
  month: () => string;
}): Record<string, Row> => {
  const partner = () => ({ partnerId: of.partnerId() });
  const all = () => ({});
  const inputs: Record<string, () => unknown> = {
    "partners.list": all,
    "partners.get": partner,
    // To the partner that has it already.
    "customers.transfer": () => toItself(of.customerId(), of.partnerCode()),
    "search.platform": () => ({ search: of.requestId() }),
    "partners.reactivate": partner,
    "audit.listAll": partner,
    "health.get": () => undefined,
    "health.platform": () => undefined,
    "webhooks.allBroken": () => undefined,
    "partners.update": () => ({ ...partner(), notes: "calls on Mondays", seen: {} }),
    "partners.suspend": () => ({ ...partner(), reason: "unpaid" }),
    "partners.terminate": () => ({ partnerId: of.toTerminate(), reason: "Contract ended" }),
    "partners.create": () => ({ code: `new-${++made}`, name: "New", ...newTry() }),
    "limitRequests.listAll": () => ({}),
    "limitRequests.counts": () => undefined,
    "limitRequests.decide": () => ({ decision: "decline", id: of.requestId(), answer: "not now" }),
    "terms.create": () => ({
      ...partner(),
      product: "basic",
      fromMonth: nextMonth(),
      percent: 20,
    }),
    "charges.listAll": partner,
    "payouts.listAll": partner,
    "payouts.sumsAll": () => undefined,
    "payouts.close": () => ({ period: of.month() }),
    "payouts.mark": () => ({ payoutId: of.payoutId(), status: "paid", reference: "R", seen: {} }),
    "payouts.recalculate": () => ({ payoutId: of.payoutId() }),
    "payouts.preview": () => ({ period: of.month() }),
    ...platformKeyRows(of.platformKeyId),
    "operators.list": () => undefined,
    "operators.invite": () => ({ email: `op-${++made}@latchkey.example` }),
    "operators.relink": () => ({ userId: of.operatorId() }),
    "operators.resetSecondFactor": () => ({ userId: of.operatorId() }),
    "operators.disable": () => ({ userId: of.operatorId() }),
    "operators.enable": () => ({ userId: of.operatorId() }),
    "operators.remove": () => ({ userId: of.operatorId() }),
  };
  return Object.fromEntries(
    Object.entries(inputs).map(([name, input]) => [name, { input, ok: ["operator"] }]),
  );
};
