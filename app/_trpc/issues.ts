import { type Failure, sentence } from "./failure";

type Issue = { path: string; message: string };

const EMPTY = "Must not be empty.";

/** Fields whose name on the screen is not that of the path. */
const NAMES: Record<string, string> = { label: "name", url: "URL", holder: "account holder" };

/** `Enter a legal name.` for an empty field `legalName`: the message of the API doesn't name it. */
function messageOf({ path, message }: Issue): string {
  if (message !== EMPTY) return sentence(message);
  const field = path.slice(path.lastIndexOf(".") + 1);
  const name = NAMES[field] ?? field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `Enter ${/^[aeio]/.test(name) ? "an" : "a"} ${name}.`;
}

/** The validation messages by field path; the first one wins. */
export function issuesOf(failure: Failure): Record<string, string> {
  const { issues } = failure.details;
  if (!Array.isArray(issues)) return {};
  const messages: Record<string, string> = {};
  for (const issue of issues) {
    if (isIssue(issue)) messages[issue.path] ??= messageOf(issue);
  }
  return messages;
}

function isIssue(issue: unknown): issue is Issue {
  return typeof issue === "object" && issue !== null && "path" in issue && "message" in issue;
}
