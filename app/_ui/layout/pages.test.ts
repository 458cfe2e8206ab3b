import { expect, it } from "vitest";
import { pagesIn } from "@/e2e/browser/dashboard";
import { PAGES } from "./pages";

const FOLDERS = { partner: "(partner)", operator: "(operator)" } as const;

it.each(["partner", "operator"] as const)("every page of a %s is in the navigation", (kind) => {
  const inNavigation = PAGES[kind].map(({ href }) => href).filter((href) => href !== "/settings");
  expect(inNavigation.sort()).toEqual(pagesIn(FOLDERS[kind]));
});

it.each(["partner", "operator"] as const)("no two pages of a %s have one shortcut", (kind) => {
  const keys = PAGES[kind].map(({ key }) => key);
  expect(keys).toEqual([...new Set(keys)]);
});
