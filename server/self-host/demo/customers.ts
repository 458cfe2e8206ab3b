import { DAY_MS, daysAgo, dice, pick, type Stage } from "./stage";

const FIRST = [
  ...["Amélie", "Bjørn", "Chiara", "Dmytro", "Elif", "Fatima", "Goran", "Hana", "Iñaki", "Jürgen"],
  ...["Katarzyna", "Lars", "Mái", "Nkechi", "Oisín", "Priya", "Quentin", "Rūta", "Søren", "Tomás"],
  ...["Ulla", "Věra", "Wanjiru", "Xenia", "Yusuf", "Zsófia", "陽子", "Łukasz"],
] as [string, ...string[]];
const LAST = [
  ...["Almeida", "Brandt", "Chen", "Duarte", "Eriksson", "Fontaine", "García", "Hoffmann"],
  ...["Ivanova", "Jansen", "Kovács", "Lindqvist", "Moreau", "Nowak", "O'Brien", "Petrov"],
  ...["Quiroga", "Rossi", "Schmidt", "Takahashi", "Ünal", "Virtanen", "Weber", "Yılmaz"],
] as [string, ...string[]];
const SEGMENTS = ["agency", "shop", "school", "startup"] as const;
const COUNTRIES = ["DE", "FR", "NL", "ES", "PL", "SE", "US"] as const;

/** A customer in the demo's import file. */
export type DemoCustomer = {
  external_id: string;
  email: string;
  name: string;
  metadata: Record<string, string>;
  created_at: string;
};

/** Customers of a partner that has grown for `sinceDays`; the same on every call. */
export function customersOf(
  stage: Stage,
  plan: { code: string; count: number; sinceDays: number; seed: number },
): DemoCustomer[] {
  const roll = dice(plan.seed);
  return Array.from({ length: plan.count }, (_, index) => {
    const name = `${pick(FIRST, roll())} ${pick(LAST, roll())}`;
    // The square root makes each month bring more customers than the one before.
    const age = (plan.sinceDays - 1) * (1 - Math.sqrt((index + roll()) / plan.count)) + 0.2;
    return {
      external_id: `${plan.code.toUpperCase()}-${1001 + index}`,
      email: `${mailbox(name)}${index + 1}@customers.example`,
      name,
      metadata: { segment: pick(SEGMENTS, roll()), country: pick(COUNTRIES, roll()) },
      created_at: daysAgo(stage, age).toISOString(),
    };
  });
}

function mailbox(name: string): string {
  const latin = name.normalize("NFD").replace(/[^a-z ]/gi, "");
  return latin.trim().toLowerCase().replace(/ +/g, ".") || "info";
}

/** The monthly charge dates of a customer from `start`, until now or for `months` months. */
export function* monthsOf(stage: Stage, start: Date, months: number): Generator<Date> {
  const FIRST_INVOICE_MS = DAY_MS;
  for (let month = 0; month < months; month++) {
    const at = new Date(start.getTime() + FIRST_INVOICE_MS);
    at.setUTCMonth(at.getUTCMonth() + month);
    if (at.getTime() > stage.now.getTime() - DAY_MS) return;
    yield at;
  }
}
