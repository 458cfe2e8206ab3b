import { expect, it } from "vitest";
import type { SearchHit } from "@/app/_trpc/types";
import { hitCommand } from "./hits";

const ACME = { code: "acme", name: "Acme" };

it.each([
  ["charge", ACME, "/partners/acme/charges?charge=x"],
  ["platformKey", null, "/operator/platform-keys"],
  ["product", null, "/operator/products"],
  ["customer", ACME, "/partners/acme/customers/x"],
  ["event", ACME, "/partners/acme/events?event=x"],
  ["key", ACME, "/partners/acme/api-keys/x"],
  ["payout", ACME, "/partners/acme/payouts?payout=x"],
  ["request", ACME, "/partners/acme/logs?request=x"],
  ["webhookEndpoint", ACME, "/partners/acme/webhooks/x"],
  ["webhookEndpoint", null, "/operator/webhooks/x"],
  ["partner", ACME, "/partners/acme/overview"],
  ["user", ACME, "/partners/acme/settings/team"],
  ["user", null, "/operator/operators"],
  ["limitRequest", ACME, "/operator/limit-requests"],
  ["import", null, "/operator/imports/x"],
] satisfies [SearchHit["kind"], SearchHit["partner"], string][])(
  "a %s of %o names its partner and opens its page",
  (kind, partner, href) => {
    const opened: string[] = [];
    const command = hitCommand({ kind, id: "x", note: null, text: "zoe", partner }, (to) =>
      opened.push(to),
    );
    command.run();
    expect(opened).toEqual([href]);
    expect(command.hint).toContain(partner ? "Acme" : "Platform");
  },
);
