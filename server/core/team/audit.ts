import { person, type Sentences } from "../kernel/sentence";
import { after, bracketed, fromTo } from "../values/phrases";
import type * as actions from "./actions";

export const TEAM_SENTENCES: Sentences<typeof actions> = {
  "operator.invited": (event) => `invited the operator ${person(event)}`,
  "operator.disabled": (event) => `disabled the operator ${person(event)}`,
  "operator.enabled": (event) => `enabled the operator ${person(event)}`,
  "operator.removed": (event) => `removed the operator ${person(event)}`,
  "user.invited": (event) => `invited ${person(event)}${after(" as ", event.detail.role)}`,
  "user.reset": (event) =>
    `created a ${event.detail.kind === "invite" ? "new invite" : "password reset link"} for ${person(event)}`,
  "user.role_set": (event) =>
    `changed the role of ${person(event)}${fromTo(event.detail.before, event.detail.after)}`,
  "user.link_revoked": (event) =>
    `revoked the ${event.detail.kind === "reset" ? "password reset" : "invite"} link for ${person(event)}`,
  "user.removed": (event) =>
    event.detail.invited === true
      ? `revoked the invite for ${person(event)}${after(" as ", event.detail.role)}`
      : `removed ${person(event)}${bracketed(event.detail.role)} from the team`,
  "user.second_factor_reset": (event) =>
    `turned off two-factor authentication for ${person(event)}`,
};
