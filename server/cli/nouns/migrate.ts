import { z } from "zod";
import { command } from "../command";

const migrate = command({
  name: "migrate",
  summary: "apply pending database migrations",
  createsDatabase: true,
  flags: {
    restored:
      "the database was restored from a copy of its disk: raise the sequences of all events",
  },
  output: z.object({ applied: z.array(z.string()) }),
  run: (_call, { restored }, host) => host.migrate({ wasRestored: restored === "yes" }),
  render: ({ applied }) =>
    applied.length === 0
      ? "No pending migrations."
      : ["Applied migrations:", ...applied.map((name) => `  ${name}`)].join("\n"),
});

export const MIGRATE_COMMANDS = [migrate];
