import { describe, expect, it } from "vitest";
import type { Actor } from "../core/kernel/actor";
import { platformForTests } from "../testing/platform";
import { appRouter } from "./root";

// Only procedures that are open to more callers than the others are listed by name, so a new
// procedure is covered before it has a row in the access table.

/** Open to anyone: with a one-time link, or to get one. */
const PUBLIC = ["session.readLink", "session.redeemLink", "session.requestReset"];
/**
 * The caller's own account: open to an operator who has not set up two-factor authentication yet.
 */
const ENROLMENT = [
  "session.whoAmI",
  "security.secondFactor",
  "security.beginSecondFactor",
  "security.confirmSecondFactor",
];
/** Not found without the demo, whoever asks. */
const DEMO = ["demo.webhooks"];
const PROCEDURES = Object.keys(appRouter._def.procedures).sort();

const actors: Record<"newcomer" | "owner" | "operator", Actor | null> = {
  newcomer: null,
  owner: null,
  operator: null,
};
const platform = await platformForTests();
actors.operator = (await platform.newOperator()).actor;
if (actors.operator.kind === "operator") actors.newcomer = { ...actors.operator, mustEnrol: true };
actors.owner = (await platform.newPerson(await platform.newPartner(), "owner")).actor;

/** The error code, or `let in` if the call reached input validation. */
async function codeOf(procedure: string, actor: Actor | null): Promise<string> {
  const call = procedure
    .split(".")
    .reduce(
      (node: unknown, name) => (node as Record<string, unknown>)[name],
      platform.caller(actor),
    );
  // Invalid for every schema, so that nothing is executed.
  const error = await (call as (input: unknown) => Promise<unknown>)({ "no such field": 1 }).then(
    () => null,
    (thrown: unknown) => thrown as { code: string; cause?: { code?: string } },
  );
  if (error === null || error.code === "BAD_REQUEST") return "let in";
  return error.cause?.code ?? error.code;
}

it("lists existing procedures only", () => {
  expect(PROCEDURES).toEqual(expect.arrayContaining([...PUBLIC, ...ENROLMENT, ...DEMO]));
});

describe.each(PROCEDURES)("%s", (procedure) => {
  it("rejects signed-out callers", async () => {
    const expected = PUBLIC.includes(procedure) ? "let in" : "unauthenticated";
    expect(await codeOf(procedure, null)).toBe(expected);
  });

  it("rejects an operator without two-factor authentication", async () => {
    const isOpen = [...PUBLIC, ...ENROLMENT].includes(procedure);
    expect(await codeOf(procedure, actors.newcomer)).toBe(
      isOpen ? "let in" : "second_factor_missing",
    );
  });

  it("accepts either partner users or operators, and rejects the others before any read", async () => {
    const [owner, operator] = [
      await codeOf(procedure, actors.owner),
      await codeOf(procedure, actors.operator),
    ];
    if (DEMO.includes(procedure)) {
      expect([owner, operator]).toEqual(["not_found", "not_found"]);
      return;
    }
    for (const code of [owner, operator]) expect(["let in", "forbidden"]).toContain(code);
    expect([owner, operator]).toContain("let in");
  });
});
