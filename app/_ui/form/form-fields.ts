type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Value = string | boolean;

/** A field that the user has changed. `isAdded`: a button of the form adds such fields. */
export type Change = { field: string; value: Value; isAdded: boolean };

const SECRET =
  '[type="password"], [autocomplete="one-time-code"], [autocomplete$="password"], [data-secret]';
const NOT_TYPED = ["hidden", "file", "password", "color"];
const ADDS = "[data-adds-fields]";

/** The fields by their labels. A form in which secrets are typed has none. */
function fieldsOf(form: HTMLFormElement): Map<string, Input> {
  const fields = new Map<string, Input>();
  if (form.querySelector(SECRET)) return fields;
  for (const input of form.querySelectorAll<Input>("input, textarea, select")) {
    // The input of a list shows its choice, and setting it would choose nothing.
    const isChoice = input.hasAttribute("aria-haspopup") && input.dataset.choice === undefined;
    const isReadOnly = "readOnly" in input && input.readOnly;
    if (isChoice || isReadOnly || NOT_TYPED.includes(input.type)) continue;
    const label = input.labels?.[0]?.textContent || input.getAttribute("aria-label") || input.name;
    let field = label;
    for (let n = 2; fields.has(field); n++) field = `${label} (${n})`;
    fields.set(field, input);
  }
  return fields;
}

const isChecked = (input: Input): input is HTMLInputElement =>
  input.type === "checkbox" || input.type === "radio";
const valueIn = (input: Input): Value =>
  input.dataset.choice ?? (isChecked(input) ? input.checked : input.value);

export function valuesOf(form: HTMLFormElement): Map<string, Value> {
  return new Map([...fieldsOf(form)].map(([field, input]) => [field, valueIn(input)]));
}

/** Only what was changed: the rest may have been changed by others meanwhile. */
export function changesIn(form: HTMLFormElement, before: ReadonlyMap<string, Value>): Change[] {
  return [...fieldsOf(form)]
    .filter(([field, input]) => valueIn(input) !== (before.get(field) ?? ""))
    .filter(([, input]) => input.type !== "radio" || valueIn(input) === true)
    .map(([field, input]) => {
      const isAdded = input.closest("fieldset")?.querySelector(ADDS) != null;
      return { field, value: valueIn(input), isAdded };
    });
}

/** Types the changes into a form, as a user would. Fields that it doesn't have are left out. */
export async function fill(form: HTMLFormElement, changes: readonly Change[]): Promise<void> {
  for (const { field, value, isAdded } of changes) {
    if (isAdded && !fieldsOf(form).has(field)) form.querySelector<HTMLElement>(ADDS)?.click();
    // The last field may show or hide this one: React renders first.
    await new Promise((resume) => setTimeout(resume));
    const input = fieldsOf(form).get(field);
    if (input && valueIn(input) !== value) type(input, value);
  }
}

function type(input: Input, value: Value): void {
  if (isChecked(input)) {
    input.click();
    return;
  }
  if (input.dataset.choice !== undefined) {
    // A searchable-select.tsx chooses what the event says.
    input.dispatchEvent(new CustomEvent("input", { bubbles: true, detail: value }));
    return;
  }
  if (input instanceof HTMLSelectElement) {
    const isOffered = [...input.options].some((option) => option.value === value);
    if (!isOffered) return;
    input.value = String(value);
    input.dispatchEvent(new Event("change", { bubbles: true }));
    return;
  }
  // React overrides the property of the element itself, and would not notice.
  const { prototype } =
    input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(input, value);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
