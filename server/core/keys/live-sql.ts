import { Prisma } from "../../../prisma/client/client";

/** isLive() in SQL. */
export function liveSql(now: Date, table = "k"): Prisma.Sql {
  const [revokedAt, retiresAt, expiresAt] = ["revoked_at", "retires_at", "expires_at"].map((name) =>
    Prisma.raw(`${table}.${name}`),
  );
  return Prisma.sql`((${revokedAt} IS NULL OR ${retiresAt} > ${now}::timestamptz)
    AND (${expiresAt} IS NULL OR ${expiresAt} > ${now}::timestamptz))`;
}
