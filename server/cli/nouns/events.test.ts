import { expect, test } from "vitest";
import { createCustomer } from "../../core/customers/mutations";
import { platformForTests } from "../../testing/platform";
import { runCli } from "../cli";
import { commandsOn } from "../testing/commands";

const platform = await platformForTests();

const { ask } = commandsOn(platform);

/** Runs the command until it ends, or until its reader leaves after so many events. */
async function run(words: string, leaveAfter = Number.POSITIVE_INFINITY) {
  const lines: { type: string; cursor: string; subject: { id: string } }[] = [];
  const stopping = new AbortController();
  let errors = "";
  const code = await runCli(["events", ...words.split(" ").filter(Boolean)], {
    out: (line) => {
      lines.push(JSON.parse(line));
      if (lines.length >= leaveAfter) stopping.abort();
    },
    err: (text) => {
      errors += text;
    },
    show: () => {},
    environment: {},
    askSecret: async () => "",
    untilStopped: () => stopping.signal,
    openLine: () => ({
      perform: ({ command, input }) => ask(command, input),
      close: async () => {},
    }),
  });
  return { code, lines, errors };
}

async function addCustomers(count: number): Promise<string[]> {
  const { id: partnerId } = await platform.newPartner();
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const input = { email: `c${n}@example.com`, metadata: {} };
    ids.push((await createCustomer(platform.system, { partnerId, ...input })).id);
  }
  return ids;
}

test("events prints one JSON document a line, and goes on after any line's cursor", async () => {
  const ids = await addCustomers(3);
  let all = await run("--types account.created");
  while (all.lines.length < 3) all = await run("--types account.created");
  expect(all).toMatchObject({ code: 0, errors: "" });
  expect(all.lines.map(({ subject }) => subject.id)).toEqual(ids);
  expect(all.lines[0]).toMatchObject({ type: "account.created", sequence: 1, data: {} });
  const rest = await run(`--after ${all.lines[0]?.cursor} --types account.* --json`);
  expect(rest.lines).toEqual(all.lines.slice(1));
});

test("events --follow waits for new events, and ends when its reader does", async () => {
  const following = run("--follow --types limit_request.*,key.created", 1);
  await platform.newKey(await platform.newPartner());
  expect(await following).toMatchObject({ code: 0, lines: [{ type: "key.created" }] });
});

test("events refuses unknown types and cursors", async () => {
  expect(await run("--types account.craeted")).toMatchObject({
    code: 1,
    errors: "--types: Unknown event type. Did you mean account.created?\n",
  });
  expect(await run("--after 17")).toMatchObject({
    code: 1,
    errors: "--after: The cursor is not valid for this feed.\n",
  });
});
