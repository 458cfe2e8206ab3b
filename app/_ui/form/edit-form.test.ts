import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const APP = fileURLToPath(new URL("../..", import.meta.url));

/** A call of a procedure that changes an existing thing: `trpc.keys.setExpiry.mutationOptions(`. */
const EDITS = /\.(?:set[A-Z]\w*|set|rename|update\w*|mark)\.(?:mutate|mutationOptions)\(/g;

/**
 * A choice of emails is saved when it is made. The price cell has its own form, which doesn't save an
 * unchanged price. Transfers that are marked together may have different statuses.
 */
const OTHER_WAYS = [
  "(dashboard)/account/_ui/notification-settings.tsx",
  "(dashboard)/operator/transfers/_ui/transfer-task-dialogs.tsx",
  "(dashboard)/partners/[partner]/prices/_ui/price-form.tsx",
];

it("every edit form starts from the saved values, with the shared form or draft", () => {
  const files = readdirSync(APP, { recursive: true, encoding: "utf8" });
  const sources = files
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"))
    .map((file) => ({ file, text: readFileSync(join(APP, file), "utf8") }));
  const editing = sources.filter(({ text }) => text.match(EDITS));
  expect(editing.length, "the pattern finds the edits").toBeGreaterThanOrEqual(8);
  const others = editing.filter(({ text }) => !/<(?:EditForm|LimitForm)\b|\buseDraft\(/.test(text));
  expect(others.map(({ file }) => file)).toEqual(OTHER_WAYS);
});
