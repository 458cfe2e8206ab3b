import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Actor } from "../core/kernel/actor";
import { platformForTests } from "../testing/platform";
import { appRouter } from "./root";

// Values that a schema might accept and a store can't handle: they would cause an internal error.
const HOSTILE: Record<string, unknown[]> = {
  string: [
    ..."\0|\ud800|\u202e|\u2028|__proto__|constructor|../../etc/passwd|' OR 1=1 --|%|_|\\".split(
      "|",
    ),
    ...["x".repeat(100_000), "é\u0301".repeat(40), "=1+1", "\tx", "x\r\nset-cookie: a=b", ""],
    ...["9999-12-31", "0000-00-00", "2026-02-30", "-271821-04-20T00:00:00Z", "a@b.example"],
  ],
  number: [0, -0, -1, 0.5, 1, 2 ** 31, 2 ** 53, 1e308, Number.NaN, Number.POSITIVE_INFINITY],
  date: [8.64e15, -8.64e15, Number.NaN, 0].map((ms) => new Date(ms)),
  boolean: [true, false],
  array: [[], Array(10_000).fill("x"), [[[]]]],
};

const platform = await platformForTests();
const own = await platform.newPartner();
const partner = own.code;
const owner = (await platform.newPerson(own, "owner")).actor;
const { actor } = await platform.newOperator();
if (actor.kind !== "operator") throw new Error("an operator");
const operator = actor;
const operatorSession = await platform.system.db.session.findUniqueOrThrow({
  where: { id: actor.sessionId },
});

/**
 * The n-th hostile value for a schema, of the right type, so that it is not refused for its type.
 */
function hostileOf(schema: z.ZodType, n: number): unknown {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return n % 3 === 2 ? undefined : hostileOf(schema.unwrap() as z.ZodType, n);
  }
  if (schema instanceof z.ZodPipe) return hostileOf(schema.in as z.ZodType, n);
  if (schema instanceof z.ZodObject) {
    const shape = Object.entries(schema.shape as Record<string, z.ZodType>);
    return Object.fromEntries(
      shape.map(([name, field], at) => [name, hostileOf(field, n + at * 7)]),
    );
  }
  if (schema instanceof z.ZodEnum) return schema.options[n % schema.options.length];
  if (schema instanceof z.ZodUnion) {
    return hostileOf(schema.options[n % schema.options.length] as z.ZodType, n);
  }
  if (schema instanceof z.ZodArray && n % 2) {
    return Array.from({ length: 3 }, (_, at) => hostileOf(schema.element as z.ZodType, n + at));
  }
  if (schema instanceof z.ZodLiteral) return schema.value;
  const kind = schema.def.type === "int" ? "number" : schema.def.type;
  const values = HOSTILE[kind] ?? HOSTILE.string ?? [];
  return values[n % values.length];
}

/**
 * Adds an existing partner to the input if the procedure has two schemas: the first one takes the
 * partner's code.
 */
function inPartner(input: unknown, schemas: number): unknown {
  return schemas > 1 && typeof input === "object" ? { partner, ...input } : input;
}

type Definition = { _def: { inputs: z.ZodType[] } };
const PROCEDURES = Object.entries(
  appRouter._def.procedures as unknown as Record<string, Definition>,
).filter(([, { _def }]) => _def.inputs.length > 0);

async function codeOf(procedure: string, actor: Actor, input: unknown): Promise<string> {
  const call = procedure
    .split(".")
    .reduce(
      (node: unknown, name) => (node as Record<string, unknown>)[name],
      platform.caller(actor),
    );
  return (call as (input: unknown) => Promise<unknown>)(input).then(
    () => "ok",
    (thrown: unknown) => (thrown as { code: string }).code,
  );
}

describe.each(PROCEDURES)("%s", (procedure, { _def }) => {
  it("accepts or rejects any input of its types without an internal error", async () => {
    const failed: unknown[] = [];
    // Some procedures end the operator's session.
    await platform.wiring.core.transact((tx) =>
      tx.session.upsert({
        where: { id: operator.sessionId },
        create: operatorSession,
        update: {},
      }),
    );
    for (const actor of [owner, operator]) {
      for (let n = 0; n < 24; n++) {
        for (const schema of _def.inputs) {
          const input = inPartner(hostileOf(schema, n), _def.inputs.length);
          const code = await codeOf(procedure, actor, input);
          if (code === "INTERNAL_SERVER_ERROR") failed.push(input);
        }
      }
    }
    expect(failed).toEqual([]);
  });

  it("accepts only its own fields, and none of Object.prototype", async () => {
    const { inputs } = _def;
    const own = Object(inPartner(hostileOf(inputs.at(-1) ?? z.object({}), 1), inputs.length));
    for (const more of ['{"__proto__":{"role":"operator"}}', '{"partnerId":"prt_1","role":"x"}']) {
      const input = Object.assign(JSON.parse(more), own);
      expect(await codeOf(procedure, owner, input)).not.toBe("INTERNAL_SERVER_ERROR");
    }
    expect(({} as { role?: string }).role).toBeUndefined();
  });
});
