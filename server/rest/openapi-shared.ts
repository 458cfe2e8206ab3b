import { BODY_ERRORS, SHARED_ERRORS } from "./openapi-operation";

type Example = { value?: { error: string } };
type Response = { content?: { "application/json": { examples?: Record<string, Example> } } };

/**
 * Operations refer to a response other than success that several of them have, so that it appears
 * once in the document.
 */
export function shareResponses<Operation extends { responses: Record<string, object> }>(
  all: readonly Operation[],
) {
  const times = new Map<string, number>();
  for (const text of all.flatMap(({ responses }) => Object.values(responses)).map(toText)) {
    times.set(text, (times.get(text) ?? 0) + 1);
  }
  const shared: Record<string, object> = {};
  const share = (status: string, response: object): object => {
    if (Number(status) < 300 || times.get(toText(response)) === 1) return response;
    const name = nameOf(status, response);
    shared[name] ??= response;
    // The first of two with one name is shared; the other stays where it is.
    if (toText(shared[name]) !== toText(response)) return response;
    return { $ref: `#/components/responses/${name}` };
  };
  const operations = all.map((operation) => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, one]) => [status, share(status, one)]),
    ),
  }));
  return { operations, responses: shared };
}

const toText = (value: object) => JSON.stringify(value);

/**
 * The status, and what not every endpoint's response with this status has: `Error401`,
 * `Error404PartnerNotFound`.
 */
function nameOf(status: string, { content }: Response): string {
  if (!content) return "NotModified";
  const examples = Object.entries(content["application/json"].examples ?? {});
  const own = examples.filter(([code, { value }]) => value || !ON_MANY.has(code));
  return `Error${status}${own.map(([code, { value }]) => pascalCase(value?.error ?? code)).join("")}`;
}

const ON_MANY: ReadonlySet<string> = new Set([...SHARED_ERRORS, ...BODY_ERRORS]);

const pascalCase = (text: string) =>
  text
    .replaceAll("'", "")
    .replace(/(?:^|\W+|_)(\w?)/g, (_, letter: string) => letter.toUpperCase());
