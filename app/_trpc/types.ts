import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

type Outputs = inferRouterOutputs<AppRouter>;

/** Types as they arrive in the browser: dates are ISO strings. */
export type ApiKey = Outputs["keys"]["list"]["data"][number];
/** A key in the paged list, with the key that replaces it and its newest limit request. */
export type ListedKey = Outputs["keys"]["page"]["data"][number];
/** The same, with the key that it replaces. */
export type KeyDetails = Outputs["keys"]["get"];
export type LimitRequest = Outputs["limitRequests"]["list"]["data"][number];
/** A scope of the company's own API, as operators see it. */
export type DefinedScope = Outputs["scopes"]["listAll"][number];
export type PartnerRow = Outputs["partners"]["list"]["data"][number];
/** With revenue and last activity. */
export type RankedPartner = Outputs["partners"]["ranked"]["data"][number];
export type Member = Outputs["team"]["list"][number];
export type PlatformKey = Outputs["platformKeys"]["list"][number];
export type Operator = Outputs["operators"]["list"][number];
/** A result of an operator's search in all partners. */
export type SearchHit = Outputs["search"]["platform"]["hits"][number];
export type PlatformAuditEvent = Outputs["audit"]["listAll"]["data"][number];
export type DemoWebhook = Outputs["demo"]["webhooks"][number];
export type PlatformHealth = Outputs["health"]["platform"];
export type Health = Outputs["health"]["get"];
export type Home = Outputs["home"]["get"];
export type ImportRun = Outputs["imports"]["get"];
export type ImportPreview = Outputs["imports"]["preview"];
export type PreviewLine = Outputs["payouts"]["preview"][number];
export type PayoutRow = Outputs["payouts"]["listAll"]["data"][number];
export type Me = Outputs["session"]["whoAmI"];
export type PartnerAccess = Outputs["session"]["access"];
export type Customer = Outputs["customers"]["get"];
export type Charge = Outputs["charges"]["list"]["data"][number];
export type PartnersCharge = Outputs["charges"]["listAll"]["data"][number];
/** A customer's total in one currency. */
export type ChargeSum = Outputs["charges"]["sums"][number];
export type Price = Outputs["prices"]["list"]["data"][number];
export type PriceChange = Outputs["prices"]["history"]["data"][number];
export type Payout = Outputs["payouts"]["get"];
export type PayoutDetails = Outputs["payoutDetails"]["get"];
export type PayoutDetailsVersion = Outputs["payoutDetails"]["history"]["data"][number];
export type Metrics = Outputs["metrics"]["get"];
export type Due = Outputs["transfers"]["due"][number];
export type Transfer = Outputs["transfers"]["get"];
export type Statement = Outputs["transfers"]["statement"];
export type Issuer = NonNullable<Outputs["issuer"]["get"]>;
export type MarkOutcome = Outputs["transfers"]["mark"][number];
export type TransferRow = Outputs["transfers"]["listAll"]["data"][number];
export type PayoutSum = Outputs["payouts"]["sums"][number];
export type PayoutLine = Outputs["payouts"]["lines"]["data"][number];
export type CurrentShares = Outputs["terms"]["current"];
export type Term = Outputs["terms"]["list"]["data"][number];
export type Product = Outputs["products"]["list"]["data"][number];
export type ProductRevenue = Outputs["metrics"]["byProduct"][number];
export type OpenLink = Outputs["team"]["links"][number];
export type Invitation = Outputs["team"]["invite"];
export type Device = Outputs["security"]["devices"][number];
export type AuditEvent = Outputs["audit"]["list"]["data"][number];
export type LoggedRequest = Outputs["requests"]["list"]["data"][number];
export type RequestDetails = Outputs["requests"]["get"];
export type UsageOverview = Outputs["usage"]["overview"];
export type KeyTraffic = UsageOverview["limited"][number];
export type KeyUsage = Outputs["usage"]["summary"]["keys"][number];
export type KeyEvent = Outputs["keys"]["history"]["data"][number];
export type WebhookEndpoint = Outputs["webhooks"]["get"];
export type BrokenEndpoint = Outputs["webhooks"]["broken"]["data"][number];
export type EndpointActivity = Outputs["webhooks"]["activity"][number];
export type Delivery = Outputs["webhooks"]["deliveries"]["data"][number];
export type DeliveryAttempt = Outputs["webhooks"]["delivery"]["attempts"][number];
export type Alert = Outputs["alerts"]["list"][number];
export type { AlertCreate } from "@/server/core/alerts/schema";
export type Notification = Outputs["notifications"]["list"]["data"][number];
/** How the user is mailed about a group of notifications. */
export type MailSetting = Outputs["notifications"]["settings"]["groups"][number];
export type PartnerEvent = Outputs["events"]["list"]["data"][number];
export type EventDelivery = Outputs["events"]["get"]["deliveries"][number];
export type LogQuery = Omit<inferRouterInputs<AppRouter>["requests"]["list"], "partner">;
