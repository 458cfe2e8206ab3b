import { expect, type Locator, type Page } from "playwright/test";
import { type People, signIn, type Team } from "./people";
import { act, test, withoutScopes } from "./test";

type Case = {
  name: string;
  open: (page: Page) => Promise<void>;
  /** The text that the dialog shows before anything is typed. */
  shows: (dialog: Locator) => Promise<void>;
  /** Changes one field. */
  edit: (dialog: Locator) => Promise<void>;
};

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

/** Every dialog starts with the saved state and can be submitted only after a change. */
async function check(page: Page, { name, open, shows, edit }: Case): Promise<void> {
  await test.step(name, async () => {
    await open(page);
    const dialog = page.getByRole("dialog");
    const submit = dialog.locator("button[type=submit]");
    await shows(dialog);
    await expect(submit, `${name}: unchanged`).toBeDisabled();
    await expect(submit, `${name}: in view`).toBeInViewport({ ratio: 1 });
    await edit(dialog);
    await expect(submit, `${name}: changed`).toBeEnabled();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });
}

const EXPIRES_AT = new Date(Date.now() + 40 * 86_400_000);
/** The date in the browser's time zone, in the format of a date field. */
const localDay = (page: Page) =>
  page.evaluate((ms) => new Date(ms).toLocaleDateString("sv-SE"), EXPIRES_AT.getTime());

function keyCases(ending: string, lasting: string, day: string): Case[] {
  const at = (path: string, opener: string) => async (page: Page) => {
    await page.goto(`/api-keys/${path}`);
    await button(page, opener);
  };
  return [
    {
      name: "Rename a key",
      open: at(ending, "Rename"),
      shows: (dialog) => expect(dialog.getByRole("textbox")).toHaveValue("Ending"),
      edit: (dialog) => dialog.getByRole("textbox").fill("Other"),
    },
    {
      name: "Edit an expiration date",
      open: at(ending, "Edit expiration"),
      shows: async (dialog) => {
        await expect(dialog.getByRole("combobox")).toHaveValue("date");
        await expect(dialog.getByLabel("Expiration date")).toHaveValue(day);
      },
      edit: async (dialog) => {
        await dialog.getByRole("combobox").selectOption("never");
      },
    },
    {
      name: "Edit the expiration of a key that doesn't expire",
      open: at(lasting, "Edit expiration"),
      shows: (dialog) => expect(dialog.getByRole("combobox")).toHaveValue("never"),
      edit: async (dialog) => {
        await dialog.getByRole("combobox").selectOption("30");
      },
    },
    {
      name: "Edit IP addresses",
      open: at(ending, "Edit IP addresses"),
      shows: (dialog) => expect(dialog.getByLabel("IP addresses")).toHaveValue("192.0.2.0/24"),
      edit: (dialog) => dialog.getByLabel("IP addresses").fill("192.0.2.7"),
    },
    {
      name: "Edit scopes",
      open: at(ending, "Edit scopes"),
      shows: async (dialog) => {
        await expect(dialog.getByRole("checkbox", { name: "prices:read" })).toBeChecked();
        await expect(dialog.getByRole("checkbox", { name: "prices:write" })).toBeChecked();
        await expect(dialog.getByRole("checkbox", { name: "payouts:read" })).not.toBeChecked();
      },
      edit: (dialog) => dialog.getByRole("checkbox", { name: "prices:write" }).uncheck(),
    },
  ];
}

test("a partner's edit dialogs open on what is saved", async ({ page, people }) => {
  const team = await people.team();
  // In another order than the dialog lists them.
  const ending = await people.issue(team, {
    label: "Ending",
    scopes: ["prices:write", "prices:read"],
    expiresAt: EXPIRES_AT,
    allowedNetworks: ["192.0.2.0/24"],
  });
  const lasting = await people.issue(team, { label: "Lasting" });
  const viewer = await people.member(team, "viewer");
  const customer = await people.business.customer(team, { email: "ada@saved.example" });
  await signIn(page, team.owner);
  const cases = keyCases(ending.key.id, lasting.key.id, await localDay(page));
  for (const one of cases) await check(page, one);
  await check(page, {
    name: "Change a role",
    open: async () => {
      await page.goto("/settings/team");
      await act(page, viewer.email, "Change role");
    },
    shows: (dialog) => expect(dialog.getByRole("radio", { name: "Viewer" })).toBeChecked(),
    edit: (dialog) => dialog.getByRole("radio", { name: "Owner" }).check(),
  });
  await check(page, {
    name: "Edit a customer",
    open: async () => {
      await page.goto(`/customers/${customer.id}`);
      await button(page, "Edit");
    },
    shows: (dialog) => expect(dialog.getByLabel("Email")).toHaveValue("ada@saved.example"),
    edit: (dialog) => dialog.getByLabel("Name").fill("Ada Lovelace"),
  });
});

test("the operators' edit dialogs open on what is saved @rare", async ({ page, people }) => {
  const { team, customLimit } = await tradingTeam(people);
  await signIn(page, await people.operator());
  const payouts = `/operator/payouts?month=2023-06&period=2023-06&partner=${team.partnerId}`;
  const mark = (label: string | RegExp) => async () => {
    await page.goto(payouts);
    const row = page.getByRole("table", { name: "All payouts" }).getByRole("row");
    await row
      .filter({ hasText: label })
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await page.getByRole("menuitem", { name: "Update status" }).click();
  };
  const keys = (label: string) => async () => {
    await page.goto(`/partners/${team.code}/api-keys`);
    await act(page, label, "Set limit");
  };
  const cases: Case[] = [
    {
      name: "Edit a partner",
      open: async () => {
        await page.goto(`/operator/partners/${team.partnerId}`);
        await button(page, "Edit");
      },
      shows: async (dialog) => {
        await expect(dialog.getByLabel("Name")).toHaveValue(team.name);
        await expect(dialog.getByLabel("Active key limit")).toHaveValue("50");
      },
      edit: (dialog) => dialog.getByLabel("Notes").fill("Pays late."),
    },
    {
      name: "Set a custom limit",
      open: keys(customLimit),
      shows: async (dialog) => {
        await expect(dialog.getByRole("radio", { name: "Custom limit" })).toBeChecked();
        await expect(dialog.getByRole("textbox")).toHaveValue("900");
      },
      edit: (dialog) => dialog.getByRole("radio", { name: /^Default/ }).check(),
    },
    {
      name: "Set the limit of a key that has the default",
      open: keys("Plain"),
      shows: (dialog) => expect(dialog.getByRole("radio", { name: /^Default/ })).toBeChecked(),
      edit: (dialog) => dialog.getByRole("radio", { name: "Custom limit" }).check(),
    },
    {
      name: "Edit the policy for leaked keys",
      open: async () => {
        await page.goto("/operator/operators");
        await button(page, "Edit policy");
      },
      shows: (dialog) => expect(dialog.getByRole("radio", { name: /^Notify/ })).toBeChecked(),
      edit: (dialog) => dialog.getByRole("radio", { name: /^Revoke immediately/ }).check(),
    },
    {
      name: "Update a paid payout",
      open: mark("Paid"),
      shows: (dialog) => expect(dialog.getByRole("radio", { name: "Paid" })).toBeChecked(),
      edit: (dialog) => dialog.getByRole("radio", { name: "Failed" }).check(),
    },
    {
      name: "Update a pending payout",
      open: mark("Pending"),
      shows: (dialog) => expect(dialog.getByRole("radio", { checked: true })).toHaveCount(0),
      edit: (dialog) => dialog.getByRole("radio", { name: "Paid" }).check(),
    },
  ];
  for (const one of cases) await check(page, one);
});

/** A partner with a paid and a pending payout, and keys with and without a custom limit. */
async function tradingTeam(people: People): Promise<{ team: Team; customLimit: string }> {
  const team = await people.team(`Edited ${Date.now().toString(36)}`);
  const customLimit = await people.issue(team, { label: "Custom" });
  await people.issue(team, { label: "Plain" });
  const request = await people.askForMore(customLimit.key.id, 900, "More shops.");
  await people.approve(request.id, 900);
  const { business } = people;
  const { id: customerId } = await business.customer(team, { email: "ada@edited.example" });
  const occurredAt = new Date("2023-06-03");
  for (const currency of ["EUR", "JPY"]) {
    const product = await business.product("Edited", { currency });
    await business.charge(team, [
      { customerId, product: product.code, amount: 10_000, occurredAt },
    ]);
  }
  await business.close("2023-06");
  const [first] = await business.payouts(team, "2023-06");
  if (!first) throw new Error("closing a month with charges makes payouts");
  await business.mark(first.id, "paid", "SEPA 7");
  return { team, customLimit: customLimit.key.label };
}

test("only Never removes an expiration; a date must be chosen @rare", async ({ page, people }) => {
  const team = await people.team();
  const { key } = await people.issue(team, { label: "Ending", expiresAt: EXPIRES_AT });
  await signIn(page, team.owner, `/api-keys/${key.id}`);
  await button(page, "Edit expiration");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Expiration date").fill("");
  await dialog.locator("button[type=submit]").click();
  await expect(dialog.getByText("Enter a date.")).toBeVisible();
  await dialog.getByRole("combobox").selectOption("never");
  await dialog.locator("button[type=submit]").click();
  await expect(page.getByRole("region", { name: "Details" })).toContainText("Never");

  await page.goto("/api-keys?new=true");
  await dialog.getByLabel("Name").fill("New");
  await withoutScopes(page);
  await dialog.getByRole("combobox").selectOption("date");
  await button(page, "Create key");
  await expect(dialog.getByText("Enter a date.")).toBeVisible();
});

test("a dialog stays open during its action and shows its failure", async ({ page, people }) => {
  const team = await people.team();
  const customer = await people.business.customer(team, { email: "ada@running.example" });
  await signIn(page, team.owner, `/customers/${customer.id}`);
  await button(page, "Edit");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Ada Lovelace");
  const answers: (() => void)[] = [];
  await page.route("**/api/trpc/customers.update*", async (route) => {
    await new Promise<void>((answer) => answers.push(answer));
    await route.abort();
  });
  await button(page, "Save");
  await expect.poll(() => answers.length).toBe(1);
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.mouse.click(5, 5);
  for (const answer of answers) answer();
  await expect(dialog.getByRole("alert")).toContainText("Can't reach the server.");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("without a response, a dialog closes after two minutes @rare", async ({ page, people }) => {
  const team = await people.team();
  const customer = await people.business.customer(team, { email: "ada@silent.example" });
  await page.clock.install();
  await signIn(page, team.owner, `/customers/${customer.id}`);
  await button(page, "Edit");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Ada Lovelace");
  const sent = page.waitForRequest("**/api/trpc/customers.update*");
  await page.route("**/api/trpc/customers.update*", () => {});
  await button(page, "Save");
  await sent;
  await page.clock.runFor(119_000);
  await expect(dialog.getByText("This is taking longer than usual.")).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(dialog.getByRole("alert")).toContainText("Can't reach the server.");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});
