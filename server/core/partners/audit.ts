import type { Sentences } from "../kernel/sentence";
import { after, changes, count, counted, text } from "../values/phrases";
import type * as actions from "./actions";

export const PARTNER_SENTENCES: Sentences<typeof actions> = {
  "partner.created": ({ detail }) =>
    `created this account${after(", ", detail.name)}${after(", for ", detail.owner)}`,
  "partner.suspended": ({ detail }) => `suspended this account${after(": ", detail.reason)}`,
  "partner.reactivated": () => "reactivated this account",
  "partner.terminated": ({ detail }) =>
    `terminated this account for good${after(": ", detail.reason)}`,
  "partner.updated": ({ detail }) => {
    const labels = {
      name: "name",
      revsharePct: "revenue share",
      maxActiveKeys: "key limit",
      minimumPayout: "minimum payout",
      holdDays: "hold",
      taxNote: "tax note",
    };
    const say = (value: unknown, name: string) => {
      if (name === "revsharePct") return `${text(value)}%`;
      if (name === "minimumPayout") return `${count(value)} minor units`;
      return name === "holdDays" ? counted(value, "day") : text(value);
    };
    return `changed ${changes(detail, labels, say) || "the terms of this account"}`;
  },
  "partner.viewed": () => "viewed this account (read-only)",
  "partner.branding_set": ({ detail }) => {
    const labels = { logo_url: "logo", colour: "color", support_email: "support email" };
    return `changed ${changes(detail, labels) || "the branding"}`;
  },
};
