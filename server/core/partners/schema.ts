import { z } from "zod";
import { TaxNote } from "../issuer/schema";
import { KeyIssueWithLimit } from "../keys/schema";
import { Percentage } from "../terms/schema";
import { Amount } from "../values/money-schema";
import { Email, Id, Label, STORABLE, storable } from "../values/text";

export const PartnerCode = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{1,31}$/,
    "Must be 2 to 32 characters (a-z, 0-9 or -), starting with a letter or digit.",
  );

/** The partner record of GET /me: these seven fields and no others (specification, section 2). */
export const Partner = z.object({
  id: z.string().describe("Partner identifier"),
  code: z.string().describe("Short partner code"),
  name: z.string().describe("Display name"),
  status: z
    .enum(["active", "suspended"])
    .describe("Account status. Suspended accounts are read-only."),
  revsharePct: z
    .number()
    .min(0)
    .max(100)
    .describe("The partner's own revenue share this month, in percent"),
  branding: z
    .record(z.string(), z.unknown())
    .describe(
      "Branding settings: logo_url, colour (#rrggbb) and support_email. Contains only what the partner has set.",
    ),
  userCount: z.int().min(0).describe("Number of the partner's customers that are not closed"),
});

export type Partner = z.infer<typeof Partner>;

/**
 * The status as operators see it. The partners' API knows two (specification, section 3): there, a
 * terminated partner is suspended.
 */
export const PartnerStatus = z.enum(["active", "suspended", "terminated"]);
export type PartnerStatus = z.infer<typeof PartnerStatus>;

/** A partner as operators see it. */
export type PartnerFile = Omit<Partner, "status"> & {
  status: PartnerStatus;
  createdAt: Date;
  maxActiveKeys: number;
  activeKeys: number;
  notes: string;
  /** Why it is suspended or terminated. */
  suspendedReason: string | null;
  /** Null unless it is terminated, for ever. */
  terminatedAt: Date | null;
  /** Less than this is not transferred; in minor units of any currency. */
  minimumPayout: number;
  /** How many days a payout waits until it is transferred. */
  holdDays: number;
  /** The text about taxes of the partner's statements; empty: that of the issuer. */
  taxNote: string;
  /** A note on a name that mixes writing systems, or null. */
  mixedScripts: string | null;
};

const MAX_KEYS = 1_000;

const MAX_HOLD_DAYS = 365;

const MAX_NOTES = 4_000;

/** The fields that operators may change; an omitted one stays. */
export const PartnerUpdate = z.strictObject({
  partnerId: Id,
  name: Label.optional(),
  maxActiveKeys: z.int().min(1).max(MAX_KEYS).optional(),
  minimumPayout: Amount.optional(),
  holdDays: z.int().min(0).max(MAX_HOLD_DAYS).optional(),
  taxNote: TaxNote.or(z.literal("")).optional(),
  notes: z
    .string()
    .trim()
    .max(MAX_NOTES, `Must be at most ${MAX_NOTES} characters.`)
    .refine(storable, STORABLE)
    .optional(),
});

export type PartnerUpdate = z.infer<typeof PartnerUpdate>;

export const PartnerCreate = z.strictObject({
  code: PartnerCode,
  name: Label,
  /** Until the partner's first term. */
  revsharePct: Percentage.default(20),
  ownerEmail: Email.optional(),
  firstKey: KeyIssueWithLimit.optional(),
});

export type PartnerCreate = z.infer<typeof PartnerCreate>;

const MAX_URL = 500;

const LOGO_URL = "Must be a URL like https://acme.example/logo.svg.";

/**
 * A public host name in ASCII. Its last label rules out IP addresses and names of private networks.
 */
const HOST_NAME =
  /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?!local(?:host)?$|internal$)[a-z][a-z\d-]*$/;

/** An https URL of a host name without credentials, normalized as in the URL standard. */
const LogoUrl = z
  .string()
  .trim()
  .refine(isPublicHttps, LOGO_URL)
  .transform(normalized)
  .pipe(z.string().max(MAX_URL, `Must be at most ${MAX_URL} characters.`));

function isPublicHttps(text: string): boolean {
  if (!/^https:\/\//i.test(text) || /[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return username === "" && password === "" && HOST_NAME.test(hostname);
}

function normalized(url: string): string {
  return new URL(url).href;
}

/** The partner's branding for its customers; null removes a setting. */
export const Branding = z.strictObject({
  logoUrl: LogoUrl.nullable(),
  colour: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, "Must be a color like #1f6feb.")
    .nullable(),
  supportEmail: Email.nullable(),
});

export type Branding = z.infer<typeof Branding>;
