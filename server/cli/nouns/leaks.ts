import { z } from "zod";
import { isId } from "../../core/kernel/ids";
import { LEAK_POLICIES, type LeakPolicyName } from "../../core/leaks/titles";
import { command } from "../command";
import { KeyId, oneOf, PlatformKeyId } from "../fields";

const Shown = z.object({
  policy: z.enum(LEAK_POLICIES),
  changedAt: z.coerce.date().nullable(),
});

const MEANINGS: Record<LeakPolicyName, string> = {
  notify: "Leaked keys are marked, and their partner is notified; of platform keys, operators are.",
  revoke:
    "Leaked keys are revoked immediately, and their partner is notified; of platform keys, operators are.",
};

const policy = command({
  name: "leak policy",
  summary: "show or set what happens to keys that are found in public",
  options: {
    set: {
      shown: LEAK_POLICIES.join("|"),
      about: "the new policy",
      is: oneOf("policy", LEAK_POLICIES).optional(),
    },
  },
  example: "latchkey leak policy --set revoke",
  output: Shown,
  run: async (call, { set }) => {
    if (set === undefined) {
      const { getLeakPolicy } = await import("../../core/leaks/queries");
      return getLeakPolicy(call);
    }
    const { changeLeakPolicy } = await import("../../core/leaks/mutations");
    return changeLeakPolicy(call, { policy: set });
  },
  render: ({ policy: name }) => MEANINGS[name],
});

const dismiss = command({
  name: "leak dismiss",
  summary: "take the mark off a key that was reported as leaked",
  args: {
    keyId: {
      shown: "KEY_ID",
      about: "key ID, as shown by `key list` or `platform-key list`",
      is: z.union([KeyId, PlatformKeyId]),
    },
  },
  output: z.object({ keyId: z.string() }),
  run: async (call, { keyId }) => {
    if (isId("platformKey", keyId)) {
      const { dismissPlatformKeyLeak } = await import("../../core/leaks/platform-keys");
      await dismissPlatformKeyLeak(call, { keyId });
    } else {
      const { dismissLeak } = await import("../../core/leaks/mutations");
      await dismissLeak(call, { keyId });
    }
    return { keyId };
  },
  render: ({ keyId }) => `The key ${keyId} is not marked as leaked any more.`,
});

export const LEAK_COMMANDS = [policy, dismiss];
