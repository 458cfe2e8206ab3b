import { connect, type Socket } from "node:net";
import { expect, it } from "vitest";
import { z } from "zod";
import { eventually, spawnOwned } from "../testing/processes";

const FEW = 64;
const Line = z.object({ level: z.literal(50), code: z.literal("EMFILE"), msg: z.string() });

it("without a free file descriptor, connections are refused and logged in one line, and the process goes on", async () => {
  const script = new URL("testing/descriptors-process.ts", import.meta.url).pathname;
  const command = `ulimit -n ${FEW} && exec "$0" --import tsx "$1"`;
  const child = spawnOwned({ command: "sh", args: ["-c", command, process.execPath, script] });
  const port = await eventually(async () => {
    const [, found] = /"port":(\d+)/.exec(child.output()) ?? [];
    if (!found) throw new Error(`it does not listen: ${child.output()}`);
    return Number(found);
  }, 30_000);
  expect(child.output()).not.toContain("refused");
  let refused = 0;
  const open = (): Socket =>
    connect(port, "127.0.0.1")
      .on("error", () => {})
      .on("close", () => {
        refused += 1;
      });
  const sockets = Array.from({ length: 2 * FEW }, open);
  const lines = await eventually(async () => {
    const found = child.output().match(/\{.*connections are refused.*\}/g);
    if (!found) throw new Error("no line");
    return found;
  }, 30_000);
  expect(refused).toBeGreaterThan(0);
  expect(lines).toHaveLength(1);
  expect(Line.parse(JSON.parse(lines[0] ?? "")).msg).toContain("LimitNOFILE");
  expect(child.output()).not.toContain("opened again");
  for (const socket of sockets) socket.destroy();
  const answer = await eventually(() => fetch(`http://127.0.0.1:${port}`), 30_000);
  expect(answer.status).toBe(200);
  await expect.poll(child.output).toContain("files can be opened again");
  await child.stop();
});
