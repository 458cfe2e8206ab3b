import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Console } from "../command";
import { openCatcher } from "./catcher";
import { partsOf } from "./parts";

type Options = { port: number; folder: string };

/** Catches mail until it is stopped, prints it and stores it; returns how many. */
export async function catchMail(console: Console, options: Options): Promise<number> {
  const { port, folder } = options;
  await mkdir(folder, { recursive: true });
  let count = 0;
  const catcher = await openCatcher(port, async ({ to, raw }) => {
    count += 1;
    const { subject, text, html } = partsOf(raw);
    const path = join(folder, `${String(count).padStart(3, "0")}.html`);
    await writeFile(path, html);
    await writeFile(path.replace(/html$/, "eml"), raw, "latin1");
    const head = `To: ${to.join(", ")}\nSubject: ${subject}\nStored in ${path}`;
    console.print(`${head}\n\n${text}`, { to, subject, path, text });
  });
  const stopped = console.untilStopped();
  const url = `smtp://127.0.0.1:${catcher.port}`;
  const how = `Catching mail. Start the server with SMTP_URL=${url} and MAIL_FROM=latchkey@example.com. Press Ctrl+C to stop.`;
  console.print(how, { listening: url });
  await new Promise<void>((resolve) => {
    if (stopped.aborted) resolve();
    stopped.addEventListener("abort", () => resolve(), { once: true });
  });
  await catcher.close();
  return count;
}
