import { expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import type { Action } from "../kernel/access";
import { mayDo } from "../kernel/access";
import type { Actor } from "../kernel/actor";
import { change } from "../kernel/change";
import { PLATFORM_SCOPE_NAMES, SCOPE_NAMES } from "../kernel/scopes";
import { ACTIONS } from "../registry";
import { terminatePartner } from "./mutations";

const actors = new Map<string, Actor>();
const platform = await platformForTests();
const partner = await platform.newPartner();
const partnerId = partner.id;
actors.set("owner", (await platform.newPerson(partner, "owner")).actor);
actors.set("operator", (await platform.newOperator()).actor);
actors.set("system", platform.system.actor);
actors.set("key", { kind: "key", keyId: "key_1", partnerId, scopes: SCOPE_NAMES });
const scopes = PLATFORM_SCOPE_NAMES;
actors.set("platform key", { kind: "platform-key", keyId: "pky_1", scopes });
await terminatePartner(platform.system, { partnerId, reason: "Contract ended" });

/** Ends a change that got as far as writing. */
class Reached extends Error {}

async function outcome(actor: Actor, action: Action): Promise<string> {
  const writing = change(platform.as(actor), { action, partnerId }, async () => {
    throw new Reached();
  });
  return writing.then(
    () => "done",
    (error) => (error instanceof Reached ? "allowed" : error.code),
  );
}

it.each(["owner", "key", "operator", "system", "platform key"])(
  "%s writes only what is left of a terminated partner",
  async (who) => {
    const actor = actors.get(who);
    if (!actor) throw new Error(`no ${who}`);
    const isBound = who === "owner" || who === "key";
    const refused = isBound ? "partner_suspended" : "conflict";
    for (const action of Object.values<Action>(ACTIONS)) {
      const isLeft = action.whileTerminated === (isBound ? "everyone" : action.whileTerminated);
      const expected = isLeft && action.whileTerminated ? "allowed" : refused;
      const wanted = mayDo(actor, action) ? expected : "forbidden";
      expect(await outcome(actor, action), action.name).toBe(wanted);
    }
  },
);
