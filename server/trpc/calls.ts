import type { Ctx } from "../core/kernel/actor";

type Without<Input, Name extends string> = Input extends unknown ? Omit<Input, Name> : never;

/** A resolver that passes the procedure's input to a function of core. */
export function calls<Input, Result>(run: (call: Ctx, input: Input) => Result) {
  return ({ ctx, input }: { ctx: { call: Ctx }; input: Input }): Result => run(ctx.call, input);
}

/** The same for a function that also takes the procedure's partner, or null for the platform's own. */
export function callsWithPartner<Input extends { partnerId?: string | null }, Result>(
  run: (call: Ctx, input: Input) => Result,
) {
  type Context = { call: Ctx; partnerId: Input["partnerId"] };
  return ({ ctx, input }: { ctx: Context; input: Without<Input, "partnerId"> }): Result => {
    // TypeScript can't know that the parts of a type parameter are all of it.
    const whole: unknown = { ...input, partnerId: ctx.partnerId };
    return run(ctx.call, whole as Input);
  };
}
