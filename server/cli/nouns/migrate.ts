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
  output: z.object({ applied: z.array(z.string()), restored: z.boolean() }),
  run: async (_call, { restored }, host) => {
    const wasRestored = restored === "yes";
    return { ...(await host.migrate({ wasRestored })), restored: wasRestored };
  },
  render: ({ applied, restored }) =>
    [
      ...(applied.length === 0
        ? ["No pending migrations."]
        : ["Applied migrations:", ...applied.map((name) => `  ${name}`)]),
      ...(restored ? ["The sequences of all events were raised."] : []),
    ].join("\n"),
});

export const MIGRATE_COMMANDS = [migrate];
