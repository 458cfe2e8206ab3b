import { Code } from "./code";
import { Prose } from "./prose";

type Block = { kind: "code" | "list" | "text"; text: string };

/** A chapter of the guide; `id` is its anchor. */
export type Chapter = { id: string; title: string; text: string };

/**
 * Splits the document's description into the part before its first heading and one part per
 * heading.
 */
export function chaptersOf(markdown: string): { lead: string; chapters: Chapter[] } {
  const [lead = "", ...rest] = markdown.split(/^## /m);
  const chapters = rest.map((part) => {
    const end = part.indexOf("\n");
    const title = part.slice(0, end);
    const id = title.toLowerCase().replaceAll(" ", "-");
    return { id, title, text: part.slice(end).trim() };
  });
  return { lead: lead.trim(), chapters };
}

function blocksOf(markdown: string): Block[] {
  return markdown.split(/\n{2,}/).map((text): Block => {
    if (/^ {4}/.test(text)) return { kind: "code", text: text.replace(/^ {4}/gm, "") };
    if (text.startsWith("- ")) return { kind: "list", text: text.replace(/^- /gm, "") };
    return { kind: "text", text };
  });
}

/**
 * The subset of Markdown that our documents use: paragraphs, lists, curl as indented code,
 * backquotes.
 */
export function Markdown({ text }: { text: string }) {
  return blocksOf(text).map(({ kind, text: block }) => {
    if (kind === "code") {
      return (
        <Code key={block} language="curl">
          {block}
        </Code>
      );
    }
    if (kind === "text") {
      return (
        <p key={block}>
          <Prose text={block} />
        </p>
      );
    }
    return (
      <ul key={block}>
        {block.split("\n").map((item) => (
          <li key={item}>
            <Prose text={item} />
          </li>
        ))}
      </ul>
    );
  });
}
