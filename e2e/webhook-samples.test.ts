import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { RECEIVER_SAMPLES } from "../app/docs/webhooks/_ui/receiver-samples";
import { conform } from "../server/cli/receiver/conform";
import { openDirectSender } from "../server/cli/receiver/direct-sender";
import { newWebhookSecret } from "../server/core/webhooks/new-secret";
import { locate, provide } from "../server/testing/packages";
import { eventually, freePort, spawnOwned, temporaryFolder } from "../server/testing/processes";

const ROOT = join(import.meta.dirname, "..");
const TOOLS = join(ROOT, "node_modules");
const FILES = {
  TypeScript: "typescript.ts",
  "latchkey.ts": "client.ts",
  Python: "receiver.py",
  PHP: "receiver.php",
} as const;

const folder = temporaryFolder("webhook-samples");
const secret = newWebhookSecret();

beforeAll(async () => {
  provide(["python3", "php"]);
  for (const [language, file] of Object.entries(FILES)) {
    writeFileSync(join(folder, file), RECEIVER_SAMPLES[language] ?? "");
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  copyFileSync(join(ROOT, "public/latchkey.ts"), join(folder, "latchkey.ts"));
  const types = ["--typeRoots", join(TOOLS, "@types"), "--types", "node"];
  const as = ["--target", "es2022", "--lib", "es2022", "--module", "nodenext"];
  const args = ["--ignoreConfig", "--strict", ...types, ...as, "typescript.ts", "client.ts"];
  const tsc = spawnOwned({ command: join(TOOLS, ".bin/tsc"), args, cwd: folder });
  expect([await tsc.exited, tsc.output()]).toEqual([0, ""]);
});

const program = (
  port: number,
): Record<keyof typeof FILES, [command: string, ...args: string[]]> => ({
  TypeScript: [process.execPath, "typescript.js"],
  "latchkey.ts": [process.execPath, "client.js"],
  Python: [locate("python3"), FILES.Python],
  PHP: [locate("php"), "-S", `127.0.0.1:${port}`, FILES.PHP],
});

it("the documentation has a sample in each of these languages", () => {
  expect(Object.keys(RECEIVER_SAMPLES)).toEqual(Object.keys(FILES));
});

it.each(Object.keys(FILES) as (keyof typeof FILES)[])(
  "the receiver in %s runs as shown and follows every rule",
  async (language) => {
    const port = await freePort();
    const [command, ...args] = program(port)[language];
    const env = { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: secret };
    const receiver = spawnOwned({ command, args, cwd: folder, env });
    onTestFinished(async () => void (await receiver.stop()));
    const sender = openDirectSender();
    onTestFinished(() => sender.close());
    const input = { url: `http://127.0.0.1:${port}/`, secret, sender, now: () => new Date() };
    const judged = await eventually(() => conform({ ...input, onProgress: () => {} }), 30_000);
    expect(judged.filter(({ result }) => result !== "passed")).toEqual([]);
    await expect.poll(() => receiver.output()).toMatch(/evt_test_\S+ ping/);
  },
);
