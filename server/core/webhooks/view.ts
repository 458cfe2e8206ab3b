import type { Prisma } from "../../../prisma/client/client";
import type { WebhookEndpoint } from "./schema";

export type EndpointRow = Prisma.WebhookEndpointGetPayload<object>;

const REASONS = ["manual", "gone", "failing"] as const;

/** An endpoint for display: no secret, and not which process sends to it. */
export function endpointView(row: EndpointRow, now: Date): WebhookEndpoint {
  const { previousSecretUntil } = row;
  return {
    id: row.id,
    url: row.url,
    description: row.description === "" ? null : row.description,
    types: row.types,
    payload: row.payload,
    perSecond: row.perSecond,
    status: row.status,
    disabledReason: REASONS.find((reason) => reason === row.disabledReason) ?? null,
    disabledAt: row.disabledAt,
    failingSince: row.failingSince,
    lastSuccessAt: row.lastSuccessAt,
    secretRotatesAt: previousSecretUntil && previousSecretUntil > now ? previousSecretUntil : null,
    createdAt: row.createdAt,
  };
}
