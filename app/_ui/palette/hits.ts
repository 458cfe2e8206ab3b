import type { SearchHit } from "@/app/_trpc/types";
import {
  IconBolt,
  IconBuildingStore,
  IconCash,
  IconFileImport,
  IconGauge,
  IconKey,
  IconListDetails,
  IconReceipt,
  IconSend,
  IconTag,
  IconUser,
  IconUsers,
  IconWebhook,
} from "@/app/_ui/icons/icons";
import { partnerPath } from "@/app/_ui/layout/pages";
import type { Command } from "./command";

type Page = (hit: SearchHit) => string;

/** Below the partner's pages, or the platform's for what has no partner. */
const below =
  (path: string): Page =>
  ({ id, partner }) =>
    partner ? partnerPath(partner.code, path + id) : `/operator${path}${id}`;

const of =
  (path: string, platform: string): Page =>
  ({ partner }) =>
    partner ? partnerPath(partner.code, path) : platform;

/** The label of a search result and the link to its page. */
const KINDS: Record<SearchHit["kind"], { what: string; Icon: typeof IconKey; page: Page }> = {
  charge: { what: "Charge", Icon: IconReceipt, page: below("/charges?charge=") },
  customer: { what: "Customer", Icon: IconUsers, page: below("/customers/") },
  event: { what: "Event", Icon: IconBolt, page: below("/events?event=") },
  import: { what: "Import", Icon: IconFileImport, page: below("/imports/") },
  key: { what: "API key", Icon: IconKey, page: below("/api-keys/") },
  // The requests of all partners are reviewed on one page.
  limitRequest: {
    what: "Limit request",
    Icon: IconGauge,
    page: () => "/operator/limit-requests",
  },
  partner: {
    what: "Partner",
    Icon: IconBuildingStore,
    page: of("/overview", "/operator/partners"),
  },
  payout: { what: "Payout", Icon: IconCash, page: below("/payouts?payout=") },
  platformKey: {
    what: "Platform key",
    Icon: IconKey,
    page: () => "/operator/platform-keys",
  },
  product: {
    what: "Product",
    Icon: IconTag,
    // The list is not searched by ID.
    page: () => "/operator/products",
  },
  request: { what: "Request", Icon: IconListDetails, page: below("/logs?request=") },
  transfer: { what: "Transfer", Icon: IconSend, page: below("/transfers?transfer=") },
  user: { what: "User", Icon: IconUser, page: of("/settings/team", "/operator/operators") },
  webhookEndpoint: { what: "Webhook endpoint", Icon: IconWebhook, page: below("/webhooks/") },
};

/** The palette's entry of a hit, which names its partner and opens its page. */
export function hitCommand(hit: SearchHit, open: (href: string) => void): Command {
  const { what, Icon, page } = KINDS[hit.kind];
  return {
    id: hit.id,
    label: hit.text,
    hint: [what, hit.partner?.name ?? "Platform", hit.note].filter(Boolean).join(" · "),
    Icon,
    run: () => open(page(hit)),
  };
}
