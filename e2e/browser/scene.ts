import { expect, type Page } from "playwright/test";
import type { People } from "./people";
import { act } from "./test";

/** The user of a scene: their cookies are set before it is opened. */
export type Audience = "nobody" | "owner" | "newcomer" | "suspended" | "viewer" | "operator";

/** `people` creates data that a scene uses up. */
type Step = (page: Page, people: People) => Promise<unknown>;

export type Scene = {
  name: string;
  as: Audience;
  /** Phones don't show it. */
  isWide?: boolean;
  open: Step;
};

/** A page or a dialog in one of its states, and the steps that lead to it. */
export function scene(name: string, as: Audience, ...steps: Step[]): Scene {
  return { name, as, open: inOrder(...steps) };
}

export function inOrder(...steps: Step[]): Step {
  return async (page, people) => {
    for (const step of steps) await step(page, people);
  };
}

// Steps that many scenes have. Those that are named after something wait until it is visible.

export const at = (path: string) => (page: Page) => page.goto(path);

export const heading = (name: string) => (page: Page) =>
  expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();

export const table = (name: string) => (page: Page) =>
  expect(page.getByRole("table", { name, exact: true })).toBeVisible();

export const text = (shown: string | RegExp) => (page: Page) =>
  expect(page.getByText(shown).first()).toBeVisible();

export const dialog = (page: Page) => expect(page.getByRole("dialog")).toBeVisible();

export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).click();

export const fill = (label: string, value: string) => (page: Page) =>
  page.getByLabel(label).fill(value);

export const follow = (name: string | RegExp) => (page: Page) =>
  page.getByRole("link", { name }).click();

/** Chooses an action of a row. */
export const choose = (of: string, action: string) => (page: Page) => act(page, of, action);

/** Chooses an action of the first row with such a menu. */
export const chooseFirst = (menu: RegExp, action: string) => async (page: Page) => {
  await page.getByRole("button", { name: menu }).first().click();
  await page.getByRole("menuitem", { name: action }).click();
};
