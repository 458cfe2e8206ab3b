export type Who =
  | "nobody"
  | "viewer"
  | "developer"
  | "owner"
  | "operator"
  | "owner of another partner";
export const EVERYBODY: Who[] = [
  "nobody",
  "viewer",
  "developer",
  "owner",
  "operator",
  "owner of another partner",
];

/** For each procedure: input that names a thing of the partner's, and what each caller gets. */
export type Row = {
  input: () => unknown;
  ok: Who[];
  /** Where the thing does not exist for the caller, rather than being forbidden. */
  notFound?: Who[];
  /** What whoever is signed in gets, if not that it is forbidden. */
  otherwise?: string;
};
const INVALID = "validation_failed";
const WRONG_PROOF = { current: "x", code: "000000" };
export const TEAM_MEMBERS: Who[] = ["viewer", "developer", "owner"];
export const OTHER: Who[] = ["owner of another partner"];

let made = 0;

/** The rows of the team and of one's own account; the ids are read when a row is tried. */
export const teamRows = (ids: {
  member: string;
  link: string;
  session: string;
}): Record<string, Row> => ({
  "session.changePassword": {
    input: () => ({ current: "x", next: "short" }),
    ok: [],
    otherwise: INVALID,
  },
  "session.reauthenticate": { input: () => ({ current: "x" }), ok: [], otherwise: INVALID },
  "session.readLink": { input: () => ({ token: "x" }), ok: [], notFound: EVERYBODY },
  "session.redeemLink": {
    input: () => ({ token: "x", password: "long enough a password" }),
    ok: [],
    notFound: EVERYBODY,
  },
  "security.secondFactor": { input: () => undefined, ok: [...TEAM_MEMBERS, "operator", ...OTHER] },
  "security.beginSecondFactor": { input: () => ({ current: "x" }), ok: [], otherwise: INVALID },
  "security.confirmSecondFactor": { input: () => ({ code: "short" }), ok: [], otherwise: INVALID },
  "security.disableSecondFactor": { input: () => WRONG_PROOF, ok: [], otherwise: INVALID },
  "security.renewRecoveryCodes": { input: () => WRONG_PROOF, ok: [], otherwise: INVALID },
  "security.devices": { input: () => undefined, ok: [...TEAM_MEMBERS, "operator", ...OTHER] },
  "security.endDevice": {
    input: () => ({ sessionId: ids.session }),
    ok: ["owner"],
    notFound: ["viewer", "developer", "operator", ...OTHER],
  },
  "security.endDevices": {
    input: () => ({ which: "others" }),
    ok: [...TEAM_MEMBERS, "operator", ...OTHER],
  },
  "team.links": { input: () => undefined, ok: [...TEAM_MEMBERS, ...OTHER] },
  "team.revokeLink": { input: () => ({ linkId: ids.link }), ok: ["owner"], notFound: OTHER },
  "team.list": { input: () => undefined, ok: [...TEAM_MEMBERS, ...OTHER] },
  "team.invite": {
    input: () => ({ email: `new-${++made}@team.example`, role: "viewer" }),
    ok: ["owner", ...OTHER],
  },
  "team.relink": { input: () => ({ userId: ids.member }), ok: ["owner"], notFound: OTHER },
  "team.setRole": {
    input: () => ({ userId: ids.member, role: "developer" }),
    ok: ["owner"],
    notFound: OTHER,
  },
  "team.remove": { input: () => ({ userId: ids.member }), ok: ["owner"], notFound: OTHER },
  "team.resetSecondFactor": {
    input: () => ({ userId: ids.member }),
    ok: ["owner", "operator"],
    notFound: OTHER,
  },
  "profile.setBranding": {
    input: () => ({ logoUrl: null, colour: "#1f6feb", supportEmail: null }),
    ok: ["owner", ...OTHER],
  },
  "audit.list": { input: () => ({}), ok: [...TEAM_MEMBERS, ...OTHER] },
  "audit.choices": { input: () => undefined, ok: [...TEAM_MEMBERS, ...OTHER] },
});

/** What operators read of the platform, and do with a partner. */
export const operatorRows = (of: {
  partnerId: () => string;
  runId: () => string;
  operatorId: () => string;
}): Record<string, Row> => {
  const [partner, run] = [() => ({ partnerId: of.partnerId() }), () => ({ runId: of.runId() })];
  const all = () => ({});
  const inputs: Record<string, () => unknown> = {
    "imports.list": all,
    "imports.get": run,
    "imports.rejections": run,
    "partners.list": all,
    "partners.get": partner,
    "partners.reactivate": partner,
    "audit.listAll": partner,
    "health.get": () => undefined,
    "partners.update": () => ({ ...partner(), notes: "calls on Mondays" }),
    "partners.suspend": () => ({ ...partner(), reason: "unpaid" }),
    "payouts.preview": () => ({ period: "2020-01" }),
    "operators.list": () => undefined,
    "operators.disable": () => ({ userId: of.operatorId() }),
    "operators.enable": () => ({ userId: of.operatorId() }),
    "operators.remove": () => ({ userId: of.operatorId() }),
  };
  return Object.fromEntries(
    Object.entries(inputs).map(([name, input]) => [name, { input, ok: ["operator"] }]),
  );
};
