/** A code block of /docs: its section, its language and its text. */
export type Sample = { section: string; language: string; code: string };

/** The code blocks of a page of the documentation, in its order. */
export function samplesIn(html: string): Sample[] {
  let section = "";
  const found: Sample[] = [];
  for (const match of html.matchAll(/<section id="([\w-]+)"|<pre\b([^>]*)>(.*?)<\/pre>/gs)) {
    const [, id, attributes, text = ""] = match;
    section = id ?? section;
    if (attributes === undefined) continue;
    const language = /data-language="([^"]+)"/.exec(attributes)?.[1] ?? "unknown";
    const code = text.replace(/&(?:quot|#x27|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? "");
    found.push({ section, language, code });
  }
  return found;
}

const ENTITIES: Record<string, string> = {
  "&quot;": '"',
  "&#x27;": "'",
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
};
