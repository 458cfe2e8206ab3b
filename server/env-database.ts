/** libpq's environment variables, and the parameters of a URL that they stand for. */
const FROM_ENVIRONMENT = {
  sslmode: "PGSSLMODE",
  sslrootcert: "PGSSLROOTCERT",
  sslcert: "PGSSLCERT",
  sslkey: "PGSSLKEY",
};

/** The URL with what libpq would take from the environment, so that it is read in one place. */
export function databaseUrlOf(url: string, raw: Record<string, string | undefined>): string {
  const parsed = new URL(url);
  const added = Object.entries(FROM_ENVIRONMENT).flatMap(([parameter, name]) => {
    const value = raw[name];
    return value === undefined || parsed.searchParams.has(parameter) ? [] : [[parameter, value]];
  });
  if (added.length === 0) return url;
  for (const [parameter = "", value = ""] of added) parsed.searchParams.set(parameter, value);
  return parsed.href;
}

/** Problems of a DATABASE_URL that has the form of one. */
export function databaseProblems({
  DATABASE_URL: url,
}: Record<string, string | undefined>): string[] {
  const schema = URL.canParse(url ?? "") ? new URL(url ?? "").searchParams.get("schema") : null;
  if (schema === null || schema === "public") return [];
  return [
    `DATABASE_URL has the schema "${schema}", but Latchkey uses the schema "public". Use a dedicated database.`,
  ];
}
