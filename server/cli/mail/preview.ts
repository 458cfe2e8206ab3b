import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exampleMessages } from "../../mail/examples";
import { SETTINGS_PATH } from "../../mail/open";
import { type Delivery, render } from "../../mail/render";

/** Writes the HTML and the text of every message into the folder; returns their names. */
export async function writePreviews(
  folder: string,
  { linkBase, supportEmail }: Pick<Delivery, "linkBase" | "supportEmail">,
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const names: string[] = [];
  for (const { name, message, hasToken, isOptional } of exampleMessages()) {
    const { subject, text, html } = render(message, {
      linkBase,
      supportEmail,
      token: hasToken ? "one-time-token" : null,
      settingsPath: isOptional ? SETTINGS_PATH : null,
    });
    await writeFile(join(folder, `${name}.html`), html);
    await writeFile(join(folder, `${name}.txt`), `Subject: ${subject}\n\n${text}`);
    names.push(name);
  }
  return names;
}
