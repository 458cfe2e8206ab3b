import { z } from "zod";
import { command } from "../command";

const migrate = command({
  name: "migrate",
  summary: "bring the database to this release's schema",
  input: z.strictObject({}),
  output: z.object({ applied: z.array(z.string()) }),
  run: (_call, _input, host) => host.migrate(),
  render: ({ applied }) =>
    applied.length === 0
      ? "The database is up to date."
      : ["Applied:", ...applied.map((name) => `  ${name}`)].join("\n"),
});

export const MIGRATE_COMMANDS = [migrate];
