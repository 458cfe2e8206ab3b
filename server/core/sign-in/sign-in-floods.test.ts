import { beforeEach, expect, it } from "vitest";
import { deferred } from "../../testing/deferred";
import { PASSWORD, type Platform, platformForTests } from "../../testing/platform";
import { resetUser } from "../team/invitations";
import { redeemLink } from "./links";
import { changePassword } from "./password";
import { beginSecondFactor } from "./second-factor";
import { signIn } from "./sessions";

/** Two addresses of the same /64. */
const ATTACKERS = ["2001:db8:6:6::1", "2001:db8:6:6:1234::9"] as const;
const ELSEWHERE = "198.51.100.7";
const BUSY = { code: "too_many_attempts", details: { retry_after_seconds: expect.any(Number) } };

let person: Awaited<ReturnType<Platform["newPerson"]>>;
let guesses = 0;
const platform = await platformForTests({ hasSlowHashes: true });
beforeEach(async () => {
  person = await platform.newPerson(await platform.newPartner(), "owner");
});

const enter = (address: string, email = person.email) =>
  signIn(platform.wiring.core, { email, password: PASSWORD, address, userAgent: null });

/** Tries unknown accounts one after another; resolves with the error codes. */
async function flood(addresses: readonly string[]): Promise<string[]> {
  const tries = addresses.map((address) => enter(address, `guess-${++guesses}@example.com`));
  const settled = await Promise.allSettled(tries);
  return settled.map((result) => (result.status === "rejected" ? result.reason.code : "in"));
}

it("rejects most concurrent sign-ins from one /64 network immediately", async () => {
  const codes = await flood(Array.from({ length: 20 }, (_, n) => ATTACKERS[n % 2] ?? ""));
  expect(codes.filter((code) => code === "too_many_attempts")).toHaveLength(12);
});

it("signs in other users before one network's requests are processed", async () => {
  const { passwords } = platform.wiring.core;
  const many = Array.from({ length: 8 }, () =>
    passwords.forClient("203.0.113.5", (hasher) =>
      Promise.all(Array.from({ length: 5 }, () => hasher.hash(PASSWORD))),
    ),
  );
  const first = await Promise.race([
    Promise.all(many).then(() => "the flood"),
    enter(ELSEWHERE).then(() => "the other"),
  ]);
  expect(first).toBe("the other");
  await Promise.all(many);
});

it("rejects every password check beyond a network's share without counting a failure", async () => {
  const { core } = platform.wiring;
  const { actor, email } = person;
  const { token } = await resetUser(platform.system, { email });
  const [address] = ATTACKERS;
  const ctx = { ...platform.as(actor), address };
  const uses = [
    () => enter(address),
    () => changePassword(ctx, { current: PASSWORD, next: "another long password" }),
    () => beginSecondFactor(ctx, { current: PASSWORD }),
    () => redeemLink(ctx, { token, password: "another long password" }),
  ];
  const before = await core.db.signInThrottle.findMany();
  const { promise: ended, resolve: end } = deferred();
  const held = Array.from({ length: 8 }, () => core.passwords.forClient(address, () => ended));
  for (const use of uses) await expect(use()).rejects.toMatchObject(BUSY);
  expect(await core.db.signInThrottle.findMany()).toEqual(before);
  end();
  await Promise.all(held);
  await enter(address);
});
