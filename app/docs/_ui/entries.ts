import type { Entry, Group } from "./contents";
import type { Section } from "./reference";

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
