import { expect, type Page } from "playwright/test";
import type { People, Team } from "./people";
import type { Audience, Scene } from "./scenes";
import { act } from "./test";

const PERIOD = "2024-06";
const LONG_NAME = "A company whose name goes on for as long as names may ".repeat(4).slice(0, 200);

/** Sample data for these scenes: long names, two currencies, an adjustment, a failed payout. */
export async function trade({ business }: People, team: Team): Promise<void> {
  const euro = await business.product("Seen product", { floor: 1_000, retail: 1_500 });
  const yen = await business.product("Seen abroad", { currency: "JPY" });
  await business.term(team, 12.5);
  await business.term(team, 33.33, euro.code);
  await business.setPrice(team, euro.code, 2_000);
  await business.setPrice(team, euro.code, 2_500);
  const metadata = { plan: "gold", "a key of forty characters, as long as it": "v".repeat(500) };
  const { id: customerId } = await business.customer(team, {
    email: "ada@example.com",
    name: "Ada Analytical",
    externalId: "x".repeat(128),
    metadata,
  });
  await business.customer(team, { email: `${"e".repeat(60)}@example.com`, name: LONG_NAME });
  await business.customer(team, { email: "plain@example.com" });
  const overdue = await business.customer(team, { email: "late@example.com" });
  await business.move(overdue.id, "suspend");
  const gone = await business.customer(team, { email: "gone@example.com" });
  await business.move(gone.id, "close");
  await business.anonymize((await business.customer(team, { email: "erased@example.com" })).id);
  const at = (day: string) => new Date(`${day}T12:00:00Z`);
  const recent = new Date(Date.now() - 3 * 86_400_000);
  const charges = [
    { product: euro.code, amount: 123_457, occurredAt: at(`${PERIOD}-03`) },
    { product: yen.code, amount: 900_000_000, occurredAt: at(`${PERIOD}-04`) },
    { product: euro.code, amount: 2_500, occurredAt: recent, externalId: "seen-refunded" },
    { product: yen.code, amount: 1_200, occurredAt: recent },
  ];
  await business.charge(
    team,
    charges.map((charge) => ({ customerId, ...charge })),
  );
  const refund = { charge: "seen-refunded", occurredAt: new Date(recent.getTime() + 3_600_000) };
  for (const amount of [500, 125]) await business.refund(team, { ...refund, amount });
  await business.close(PERIOD);
  const made = await business.payouts(team, PERIOD);
  const inEuro = made.find(({ currency }) => currency === "EUR");
  const inYen = made.find(({ currency }) => currency === "JPY");
  if (!inEuro || !inYen) throw new Error("two currencies make two payouts");
  await business.mark(inEuro.id, "paid", "SEPA 2024-06");
  await business.mark(inYen.id, "failed", "returned: account closed");
  const late = { product: euro.code, amount: 1_000, occurredAt: at(`${PERIOD}-05`) };
  await business.charge(team, [{ customerId, ...late }]);
  await business.correct(inEuro.id);
}

/** Transfers that were paid and returned, one that is pending, and something that is due. */
export async function receive(people: People, team: Team): Promise<void> {
  await people.owe(team, 1_624_400);
  await people.transfer(team, "paid");
  await people.owe(team, 900_000_000, "JPY");
  await people.transfer(team, "failed");
  await people.owe(team, 42_000);
  await people.transfer(team, null);
  await people.owe(team, 700);
  await people.owe(team, -2_000, "CHF");
}

const open = (path: string, shows: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.goto(path);
  await shows(page);
};
const table = (name: string) => (page: Page) =>
  expect(page.getByRole("table", { name })).toBeVisible();
const text = (shown: string) => (page: Page) => expect(page.getByText(shown).first()).toBeVisible();
const scene = (name: string, as: Audience, show: Scene["open"]): Scene => ({
  name,
  as,
  open: show,
});

const customers = open("/customers", table("Customers"));
const prices = open("/prices", table("Prices"));
const payouts = open("/payouts", table("Payouts"));
const charges = open("/charges", table("Charges"));
const transfers = open("/transfers", table("Transfers"));
const metrics = open("/metrics", table("Revenue by product"));

async function typePrice(page: Page, product: string, text: string): Promise<void> {
  await page
    .getByRole("button", { name: `Edit the price of ${product}` })
    .first()
    .click();
  await page.keyboard.type(text);
}

/** The pages on customers, prices, payouts and metrics, with their dialogs. */
export const BUSINESS_SCENES: readonly Scene[] = [
  scene("transfers", "owner", transfers),
  scene("transfers, none yet", "newcomer", open("/transfers", text("No transfers yet"))),
  scene("a transfer that failed", "owner", async (page) => {
    await open("/transfers?status=failed", table("Transfers"))(page);
    await page.getByRole("button", { name: /^Statement/ }).click();
    await expect(page.getByRole("dialog")).toContainText("••••");
  }),
  scene("a statement of a failed transfer", "owner", async (page) => {
    await open("/transfers?status=failed", table("Transfers"))(page);
    await page.getByRole("button", { name: /^Statement/ }).click();
    await page
      .getByRole("dialog")
      .getByRole("link", { name: /^View statement/ })
      .click();
    await expect(page.getByRole("article", { name: /^Statement/ })).toBeVisible();
  }),
  scene(
    "no such statement",
    "owner",
    open("/transfers/tr_x/statement", text("Transfer not found")),
  ),
  scene("customers", "owner", customers),
  scene("customers, for a viewer", "viewer", customers),
  scene("customers, none yet", "newcomer", open("/customers", text("No customers yet"))),
  scene(
    "customers, none that fits",
    "owner",
    open("/customers?search=zzz", text("No matching customers")),
  ),
  scene("customers, suspended", "suspended", open("/customers", text("No customers yet"))),
  scene("the choices of a filter", "owner", async (page) => {
    await open("/settings/audit-log", text("A permanent record of changes"))(page);
    await page.getByRole("button", { name: /^Filters/ }).click();
    await page.getByRole("combobox", { name: "Actor" }).click();
    await expect(page.getByRole("option", { name: "All actors" })).toBeVisible();
  }),
  scene("New customer, with a mistake", "owner", async (page) => {
    await open("/customers?new=true", text("External ID"))(page);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Add metadata" }).click();
    await dialog.getByRole("button", { name: "Create customer" }).click();
    await expect(dialog.getByText("Enter an email address")).toBeVisible();
  }),
  scene("a customer", "owner", async (page) => {
    await customers(page);
    await page.getByRole("link", { name: "Ada Analytical" }).click();
    await expect(page.getByRole("table", { name: "Charges" })).toBeVisible();
  }),
  scene("a customer of a long name", "owner", async (page) => {
    await customers(page);
    await page.getByRole("link", { name: "A company whose name" }).click();
    await expect(page.getByText("No charges yet")).toBeVisible();
  }),
  scene("Edit customer", "owner", async (page) => {
    await customers(page);
    await page.getByRole("link", { name: "Ada Analytical" }).click();
    await page.getByRole("button", { name: "Edit" }).click();
    await expect(page.getByRole("dialog").getByLabel("Email")).toBeVisible();
  }),
  scene("Anonymize customer", "owner", async (page) => {
    await customers(page);
    await act(page, "plain@example.com", "Anonymize");
    await expect(page.getByRole("dialog").getByLabel(/^Type/)).toBeVisible();
  }),
  scene("Close customer", "owner", async (page) => {
    await customers(page);
    await act(page, "plain@example.com", "Close");
    await expect(page.getByRole("dialog")).toBeVisible();
  }),
  scene("closed customers", "owner", open("/customers?status=closed", text("gone@example.com"))),
  scene("a suspended customer", "owner", async (page) => {
    await customers(page);
    await page.getByRole("link", { name: "late@example.com" }).click();
    await expect(page.getByText("Suspended", { exact: true })).toBeVisible();
  }),
  scene("an anonymized customer", "owner", async (page) => {
    await open("/customers?status=anonymized", table("Customers"))(page);
    await page.getByRole("link", { name: "Anonymized customer" }).click();
    await expect(page.getByText("No metadata")).toBeVisible();
  }),
  scene("no such customer", "owner", open("/customers/acc_x", text("Customer not found"))),
  scene("prices", "owner", prices),
  scene("prices, for a viewer", "viewer", prices),
  scene("prices, suspended", "suspended", prices),
  scene("a price below its floor", "owner", async (page) => {
    await prices(page);
    await typePrice(page, "Seen product", "1");
    await expect(page.getByText("At least")).toBeVisible();
  }),
  scene("a price that somebody else has changed", "owner", async (page) => {
    await prices(page);
    const elsewhere = await page.context().newPage();
    await prices(elsewhere);
    await typePrice(page, "Seen abroad", "1234567");
    await typePrice(elsewhere, "Seen abroad", "7654321");
    await elsewhere.keyboard.press("Enter");
    await expect(elsewhere.getByText("Price updated")).toBeVisible();
    await elsewhere.close();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Someone just changed this price")).toBeVisible();
  }),
  scene("the history of a price", "owner", async (page) => {
    await prices(page);
    await page.getByRole("button", { name: "Actions for Seen product" }).first().click();
    await page.getByRole("menuitem", { name: "Price history" }).click();
    await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(2);
  }),
  scene("payouts", "owner", payouts),
  scene("payouts, none yet", "newcomer", open("/payouts", text("No payouts yet"))),
  scene("a payout that failed", "owner", async (page) => {
    await open("/payouts?status=failed", table("Payouts"))(page);
    await page.getByRole("button", { name: "June 2024" }).click();
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByRole("table", { name: "Payout calculation" })).toBeVisible();
  }),
  scene("an adjustment", "owner", async (page) => {
    await payouts(page);
    const row = page.getByRole("row").filter({ hasText: "Adjustment" });
    await row.getByRole("button", { name: "June 2024" }).click();
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByRole("rowheader", { name: "Adjustment" })).toBeVisible();
  }),
  scene("charges", "owner", charges),
  scene("charges, none yet", "newcomer", open("/charges", text("No charges yet"))),
  scene("charges, none that fits", "owner", open("/charges?id=zzz", text("No matching charges"))),
  scene("the charges of a payout", "owner", async (page) => {
    await open("/payouts?status=failed", table("Payouts"))(page);
    await page.getByRole("button", { name: "June 2024" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "View charges" }).click();
    await expect(page.getByRole("note")).toContainText("June 2024");
  }),
  scene("a charge with refunds", "owner", async (page) => {
    await open("/charges?id=seen-refunded", table("Charges"))(page);
    await page.getByRole("button", { name: "Seen product" }).first().click();
    await expect(page.getByRole("dialog").getByText("was not refunded")).toBeVisible();
  }),
  scene("a late charge", "owner", async (page) => {
    await open("/charges?late=late", table("Charges"))(page);
    await page.getByRole("button", { name: "Seen product" }).first().click();
    await expect(page.getByRole("dialog").getByText("View payout")).toBeVisible();
  }),
  scene("metrics", "owner", metrics),
  scene("metrics, nothing yet", "newcomer", open("/metrics", text("No data for this period"))),
  scene("metrics as tables", "owner", async (page) => {
    await metrics(page);
    for (const toggle of await page.getByRole("radiogroup", { name: / as$/ }).all()) {
      await toggle.getByText("Table").click();
    }
    await expect(page.getByRole("table")).toHaveCount(6);
  }),
  scene("metrics, a range by hand", "owner", async (page) => {
    await open(
      "/metrics?range=custom&from=2024-06-01&to=2024-06-30",
      table("Revenue by product"),
    )(page);
    await page.getByRole("button", { name: "Date range (UTC)" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  }),
  scene("the command palette", "owner", async (page) => {
    await customers(page);
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Search and commands" });
    await palette.getByRole("textbox").fill("ada");
    await expect(palette.getByText("Ada Analytical")).toBeVisible();
  }),
  scene("the command palette, nothing found", "viewer", async (page) => {
    await customers(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("textbox").fill("zzzz");
    await expect(page.getByText("No results")).toBeVisible();
  }),
  scene("the keyboard shortcuts", "operator", async (page) => {
    await page.goto("/operator");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  }),
];
