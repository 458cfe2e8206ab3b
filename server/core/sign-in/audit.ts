import { person, type Sentences } from "../kernel/sentence";
import { counted, text } from "../values/phrases";
import type * as actions from "./actions";

const REASONS = new Map<unknown, string>([
  ["password", "wrong password"],
  ["code", "wrong code"],
  ["disabled", "the account is disabled"],
  ["unknown", "no account with this email"],
]);

const codeName = (by: unknown) => (by === "app" ? "an authenticator app code" : `a ${text(by)}`);

export const SIGN_IN_SENTENCES: Sentences<typeof actions> = {
  "user.password_set": ({ detail }) =>
    detail.by === "owner" ? "changed the password" : "set a password with a one-time link",
  "user.reauthenticated": ({ detail }) =>
    `confirmed their identity with ${detail.by === "password" ? "the password" : codeName(detail.by)}`,
  "user.signed_in": ({ detail }) =>
    detail.second_factor === undefined
      ? "signed in"
      : `signed in with ${codeName(detail.second_factor)}`,
  "user.sign_in_failed": ({ detail }) => `failed to sign in: ${REASONS.get(detail.reason) ?? "?"}`,
  "user.proof_failed": ({ detail }) =>
    `failed to confirm their identity: ${REASONS.get(detail.reason) ?? "?"}`,
  "user.signed_out": ({ detail }) =>
    typeof detail.devices === "number"
      ? `ended ${counted(detail.devices, "session")}`
      : "signed out",
  "user.reset_requested": (event) => `sent a password reset link to ${person(event)} on request`,
  "user.second_factor_begun": () => "started setting up two-factor authentication",
  "user.second_factor_enabled": () => "turned on two-factor authentication",
  "user.second_factor_disabled": () => "turned off two-factor authentication",
  "user.recovery_codes_made": () => "created new recovery codes",
};
