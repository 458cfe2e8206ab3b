import type { Core } from "../kernel/actor";

/**
 * Reseals the endpoints' secrets under the current NEXTAUTH_SECRET, so that the previous one can be
 * removed. Returns how many; one that no known secret opens is left unchanged.
 */
export async function resealWebhookSecrets(core: Core): Promise<number> {
  const { sealedBy, reseal } = core.webhooks.secrets;
  const rows = await core.db.webhookEndpoint.findMany({
    where: {
      OR: [
        { secretBy: { not: sealedBy } },
        { previousSecretBy: { not: sealedBy }, previousSecretUntil: { gt: core.clock.now() } },
      ],
    },
  });
  let resealed = 0;
  for (const { id, secret, secretBy, previousSecret, previousSecretBy } of rows) {
    const current = reseal({ bytes: secret, by: secretBy }, id);
    const previous =
      previousSecret && previousSecretBy
        ? reseal({ bytes: previousSecret, by: previousSecretBy }, id)
        : null;
    // One that was rotated meanwhile is left alone.
    const { count } = await core.transact((tx) =>
      tx.webhookEndpoint.updateMany({
        where: { id, secret, secretBy },
        data: {
          ...(current && { secret: current.bytes, secretBy: current.by }),
          ...(previous && { previousSecret: previous.bytes, previousSecretBy: previous.by }),
        },
      }),
    );
    if (current) resealed += count;
  }
  return resealed;
}
