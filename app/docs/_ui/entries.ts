import type { Entry, Group } from "./contents";
import type { Chapter } from "./markdown";
import type { Section } from "./reference";

/** The chapters of a reference, for its table of contents; `lead` is about authentication. */
export function guideOf(lead: string, chapters: readonly Chapter[]): Group {
  return {
    title: "Guide",
    entries: [
      { id: "getting-started", label: "Getting started", words: "base url key LATCHKEY_KEY" },
      { id: "authentication", label: "Authentication", words: lead },
      { id: "scopes", label: "Scopes", words: "permissions insufficient_scope" },
      { id: "errors", label: "Errors", words: "code details X-Request-Id" },
      ...chapters.map(({ id, title, text }) => ({ id, label: title, words: text })),
    ],
  };
}

/** The endpoints of a reference, in groups by their tag, for its table of contents. */
export function groupsOf(sections: readonly Section[]): Group[] {
  const titles = new Set(sections.map(({ endpoint }) => endpoint.tag.name));
  return [...titles].map((title) => ({
    title,
    entries: sections.filter(({ endpoint }) => endpoint.tag.name === title).map(entryOf),
  }));
}

function entryOf({ id, endpoint, parameters, body, returns, errors }: Section): Entry {
  const names = [...parameters, ...body, ...returns].map(({ name }) => name);
  const codes = errors.map(({ code }) => code);
  const words = [endpoint.path, endpoint.scope, ...new Set([...names, ...codes])].join(" ");
  return { id, label: endpoint.summary, method: endpoint.method, words };
}
