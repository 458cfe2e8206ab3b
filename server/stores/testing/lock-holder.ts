import { holdDataDir } from "../control";

// At each message, tries to lock the folder that its argument names, and says how that ended.
const [, , dataDir = ""] = process.argv;
process.on("message", async () => {
  const lock = holdDataDir({ dataDir, serve: async () => process.pid });
  process.send?.(
    await lock.then(
      () => "held",
      ({ name }: Error) => name,
    ),
  );
});
process.send?.("ready");
