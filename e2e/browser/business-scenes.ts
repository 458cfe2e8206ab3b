import { expect, type Page } from "playwright/test";
import type { People, Team } from "./people";
import {
  at,
  choose,
  dialog,
  follow,
  inOrder,
  press,
  type Scene,
  scene,
  table,
  text,
} from "./scene";

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

const customers = inOrder(at("/customers"), table("Customers"));
const prices = inOrder(at("/prices"), table("Prices"));
const payouts = inOrder(at("/payouts"), table("Payouts"));
const charges = inOrder(at("/charges"), table("Charges"));
const transfers = inOrder(at("/transfers"), table("Transfers"));
const failedTransfer = inOrder(
  at("/transfers?status=failed"),
  table("Transfers"),
  press(/^Statement/),
);
const failedPayout = inOrder(at("/payouts?status=failed"), table("Payouts"), press("June 2024"));
const metrics = inOrder(at("/metrics"), table("Revenue by product"));

const typePrice = (product: string, price: string) => async (page: Page) => {
  await page
    .getByRole("button", { name: `Edit the price of ${product}` })
    .first()
    .click();
  await page.keyboard.type(price);
};

/** The pages on customers, prices, payouts and metrics, with their dialogs. */
export const BUSINESS_SCENES: readonly Scene[] = [
  scene("transfers", "owner", transfers),
  scene("transfers, none yet", "newcomer", at("/transfers"), text("No transfers yet")),
  scene("a transfer that failed", "owner", failedTransfer, (page) =>
    expect(page.getByRole("dialog")).toContainText("••••"),
  ),
  scene("a statement of a failed transfer", "owner", failedTransfer, async (page) => {
    await page
      .getByRole("dialog")
      .getByRole("link", { name: /^View statement/ })
      .click();
    await expect(page.getByRole("article", { name: /^Statement/ })).toBeVisible();
  }),
  scene("no such statement", "owner", at("/transfers/tr_x/statement"), text("Transfer not found")),
  scene("customers", "owner", customers),
  scene("customers, for a viewer", "viewer", customers),
  scene("customers, none yet", "newcomer", at("/customers"), text("No customers yet")),
  scene(
    "customers, none that fits",
    "owner",
    at("/customers?search=no%20one"),
    text("No matching customers"),
  ),
  scene("customers, suspended", "suspended", at("/customers"), text("No customers yet")),
  scene(
    "the choices of a filter",
    "owner",
    at("/settings/audit-log"),
    text("A permanent record of changes"),
    press(/^Filters/),
    async (page) => {
      await page.getByRole("combobox", { name: "Actor" }).click();
      await expect(page.getByRole("option", { name: "All actors" })).toBeVisible();
    },
  ),
  scene(
    "New customer, with a mistake",
    "owner",
    at("/customers?new=true"),
    text("External ID"),
    async (page) => {
      const form = page.getByRole("dialog");
      await form.getByRole("button", { name: "Add metadata" }).click();
      await form.getByRole("button", { name: "Create customer" }).click();
      await expect(form.getByText("Enter an email address")).toBeVisible();
    },
  ),
  scene("a customer", "owner", customers, follow("Ada Analytical"), table("Charges")),
  scene(
    "a customer of a long name",
    "owner",
    customers,
    follow("A company whose name"),
    text("No charges yet"),
  ),
  scene("Edit customer", "owner", customers, follow("Ada Analytical"), press("Edit"), (page) =>
    expect(page.getByRole("dialog").getByLabel("Email")).toBeVisible(),
  ),
  scene(
    "Anonymize customer",
    "owner",
    customers,
    choose("plain@example.com", "Anonymize"),
    (page) => expect(page.getByRole("dialog").getByLabel(/^Type/)).toBeVisible(),
  ),
  scene("Close customer", "owner", customers, choose("plain@example.com", "Close"), dialog),
  scene("closed customers", "owner", at("/customers?status=closed"), text("gone@example.com")),
  scene("a suspended customer", "owner", customers, follow("late@example.com"), (page) =>
    expect(page.getByText("Suspended", { exact: true })).toBeVisible(),
  ),
  scene(
    "an anonymized customer",
    "owner",
    at("/customers?status=anonymized"),
    table("Customers"),
    follow("Anonymized customer"),
    text("No metadata"),
  ),
  scene("no such customer", "owner", at("/customers/acc_x"), text("Customer not found")),
  scene("prices", "owner", prices),
  scene("prices, for a viewer", "viewer", prices),
  scene("prices, suspended", "suspended", prices),
  scene(
    "a price below its floor",
    "owner",
    prices,
    typePrice("Seen product", "1"),
    text("At least"),
  ),
  scene(
    "a price that somebody else has changed",
    "owner",
    prices,
    async (page, people) => {
      const elsewhere = await page.context().newPage();
      await prices(elsewhere, people);
      await typePrice("Seen abroad", "1234567")(page);
      await typePrice("Seen abroad", "7654321")(elsewhere);
      await elsewhere.keyboard.press("Enter");
      await expect(elsewhere.getByText("Price updated")).toBeVisible();
      await elsewhere.close();
      await page.keyboard.press("Enter");
    },
    text("Someone just changed this price"),
  ),
  scene("the history of a price", "owner", prices, async (page) => {
    await page.getByRole("button", { name: "Actions for Seen product" }).first().click();
    await page.getByRole("menuitem", { name: "Price history" }).click();
    await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(2);
  }),
  scene("payouts", "owner", payouts),
  scene("payouts, none yet", "newcomer", at("/payouts"), text("No payouts yet")),
  scene("a payout that failed", "owner", failedPayout, async (page) => {
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByRole("table", { name: "Payout calculation" })).toBeVisible();
  }),
  scene("an adjustment", "owner", payouts, async (page) => {
    const row = page.getByRole("row").filter({ hasText: "Adjustment" });
    await row.getByRole("button", { name: "June 2024" }).click();
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByRole("rowheader", { name: "Adjustment" })).toBeVisible();
  }),
  scene("charges", "owner", charges),
  scene("charges, none yet", "newcomer", at("/charges"), text("No charges yet")),
  scene("charges, none that fits", "owner", at("/charges?id=zzz"), text("No matching charges")),
  scene("the charges of a payout", "owner", failedPayout, async (page) => {
    await page.getByRole("dialog").getByRole("link", { name: "View charges" }).click();
    await expect(page.getByRole("note")).toContainText("June 2024");
  }),
  scene(
    "a charge with refunds",
    "owner",
    at("/charges?id=seen-refunded"),
    table("Charges"),
    async (page) => {
      await page.getByRole("button", { name: "Seen product" }).first().click();
      await expect(page.getByRole("dialog").getByText("was not refunded")).toBeVisible();
    },
  ),
  scene("a late charge", "owner", at("/charges?late=late"), table("Charges"), async (page) => {
    await page.getByRole("button", { name: "Seen product" }).first().click();
    await expect(page.getByRole("dialog").getByText("View payout")).toBeVisible();
  }),
  scene("metrics", "owner", metrics),
  scene("metrics, nothing yet", "newcomer", at("/metrics"), text("No data for this period")),
  scene("metrics as tables", "owner", metrics, async (page) => {
    for (const toggle of await page.getByRole("radiogroup", { name: / as$/ }).all()) {
      await toggle.getByText("Table").click();
    }
    await expect(page.getByRole("table")).toHaveCount(6);
  }),
  scene(
    "metrics, a range by hand",
    "owner",
    at("/metrics?range=custom&from=2024-06-01&to=2024-06-30"),
    table("Revenue by product"),
    press("Date range (UTC)"),
    dialog,
  ),
  scene("the command palette", "owner", customers, async (page) => {
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Search and commands" });
    await palette.getByRole("textbox").fill("ada");
    await expect(palette.getByText("Ada Analytical")).toBeVisible();
  }),
  scene(
    "the command palette, nothing found",
    "viewer",
    customers,
    async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("textbox").fill("zzzz");
    },
    text("No results"),
  ),
  scene("the keyboard shortcuts", "operator", at("/operator"), async (page) => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  }),
];
