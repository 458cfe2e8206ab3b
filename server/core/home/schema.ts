/** A sum of revenue, less refunds; the amount in minor units of the currency. */
type Revenue = { currency: string; amount: number };

type NamedPartner = { code: string; name: string };

/** Requests of all partners in an hour. */
export type TrafficHour = { at: Date; succeeded: number; failed: number; rateLimited: number };

/** A key with many failed or rate-limited requests in the last hour. */
export type FailingKey = {
  id: string;
  label: string;
  partner: NamedPartner;
  requests: number;
  /** 4xx and 5xx, except 429. */
  failed: number;
  rateLimited: number;
};

/** What waits for operators, as counts of the lists that show it. */
export type Decisions = {
  limitRequests: number;
  /** Active keys that were found in public, the first of them. */
  leaked: { id: string; label: string; partner: NamedPartner }[];
  /** The same of the platform's own keys. */
  leakedPlatformKeys: { id: string; label: string }[];
  pendingTransfers: number;
  interruptedImports: number;
  /** The last month that is over, and the partners with charges in it that is not closed for them. */
  unclosed: { period: string; partners: number };
};

/** The steps of a new platform, by what is in the database. */
export type FirstSteps = {
  hasProduct: boolean;
  hasPartner: boolean;
  hasMember: boolean;
  hasCall: boolean;
  /** The partner to invite somebody to; the newest one. */
  partner: NamedPartner | null;
};

/** The operators' start page. */
export type Home = {
  /** The last 24 hours, the current one last. */
  traffic: TrafficHour[];
  /** The last 30 days with today; currencies with the most charges first. */
  revenue: {
    from: string;
    to: string;
    currencies: { currency: string; amount: number; days: number[] }[];
    partners: (NamedPartner & { revenue: Revenue[] })[];
  };
  failingKeys: FailingKey[];
  decisions: Decisions;
  steps: FirstSteps;
};
