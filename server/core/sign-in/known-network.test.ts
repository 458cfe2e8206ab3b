import { expect, it } from "vitest";
import { PASSWORD, platformForTests, steppingClock } from "../../testing/platform";
import type { Passwords } from "../kernel/ports";
import { changePassword } from "./password";
import { signIn } from "./sessions";

const HOME = "2001:db8:6:6::1";
const DAY_MS = 24 * 3_600_000;

const clock = steppingClock();
const platform = await platformForTests({ clock });

/** The product's passwords; keeps which callers were known. */
function watched() {
  const known: (boolean | undefined)[] = [];
  const passwords: Passwords = {
    forClient: async (address, work, isKnown) => {
      known.push(await isKnown?.());
      return platform.wiring.core.passwords.forClient(address, work);
    },
  };
  return { known, passwords };
}

async function newPerson() {
  return platform.newPerson(await platform.newPartner(), "owner");
}

async function isKnownFrom(address: string | null, email: string, password = "wrong") {
  const { known, passwords } = watched();
  const core = { ...platform.wiring.core, passwords };
  await signIn(core, { email, password, address, userAgent: null }).catch(() => null);
  return known[0];
}

it("an account knows the network that it signed in from for 30 days", async () => {
  const [{ email }, other] = [await newPerson(), await newPerson()];
  expect(await isKnownFrom(HOME, email)).toBe(false);
  expect(await isKnownFrom(HOME, email, PASSWORD)).toBe(false);
  expect(await isKnownFrom(HOME, email)).toBe(true);
  // Another address of the same /64.
  expect(await isKnownFrom("2001:db8:6:6:1234::9", email.toUpperCase())).toBe(true);
  expect(await isKnownFrom("2001:db8:6:7::1", email)).toBe(false);
  expect(await isKnownFrom(null, email)).toBe(false);
  expect(await isKnownFrom(HOME, other.email)).toBe(false);
  expect(await isKnownFrom(HOME, "nobody@example.com")).toBe(false);
  clock.advance(31 * DAY_MS);
  expect(await isKnownFrom(HOME, email)).toBe(false);
});

it("a person with a session is known anywhere", async () => {
  const { actor } = await newPerson();
  const { known, passwords } = watched();
  const ctx = { ...platform.as(actor), passwords, address: "198.51.100.7" };
  await changePassword(ctx, { current: PASSWORD, next: "another long password" });
  expect(known).toEqual([true, true]);
});
