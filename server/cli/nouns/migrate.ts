import { z } from "zod";
import { command } from "../command";

const migrate = command({
  name: "migrate",
  summary: "apply pending database migrations",
  createsDatabase: true,
  input: z.strictObject({}),
  output: z.object({ applied: z.array(z.string()) }),
  run: (_call, _input, host) => host.migrate(),
  render: ({ applied }) =>
    applied.length === 0
      ? "No pending migrations."
      : ["Applied migrations:", ...applied.map((name) => `  ${name}`)].join("\n"),
});

export const MIGRATE_COMMANDS = [migrate];
