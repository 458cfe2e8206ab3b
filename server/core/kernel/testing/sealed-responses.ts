import type { Core } from "../actor";

/** As if all secrets that are kept for a replay had been written so many minutes earlier. */
export function ageSealedResponses({ transact }: Pick<Core, "transact">, minutes: number) {
  return transact(
    (tx) => tx.$executeRaw`
      UPDATE sealed_responses SET until = until - ${minutes}::int * interval '1 minute'`,
  );
}
