import { expect, it } from "vitest";
import { z } from "zod";
import { schemaNames, wireEncoder, wirePath } from "./wire";

const Line = z.strictObject({ unitPrice: z.int(), metadata: z.record(z.string(), z.string()) });
const Order = z.strictObject({
  shipTo: z.strictObject({ firstName: z.string() }).nullish(),
  orderLines: z.array(Line).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

const named = {
  shipTo: { firstName: "Ada" },
  orderLines: [{ unitPrice: 1, metadata: { a_b: "x", aB: "y" } }],
  metadata: { a_b: { c_d: 1, cD: 2 } },
};
const wire = {
  ship_to: { first_name: "Ada" },
  order_lines: [{ unit_price: 1, metadata: { a_b: "x", aB: "y" } }],
  metadata: { a_b: { c_d: 1, cD: 2 } },
};

it("declared fields are renamed at every depth, both ways, and free keys stay", () => {
  expect(schemaNames(Order, wire)).toEqual({ named, unknown: null });
  expect(wireEncoder(Order)(named)).toEqual(wire);
});

it.each([
  [{ ship_to: null }, { shipTo: null }],
  [
    { ship_to: "Ada", order_lines: {} },
    { shipTo: "Ada", orderLines: {} },
  ],
  [
    { ship_to: [], order_lines: [1, null] },
    { shipTo: [], orderLines: [1, null] },
  ],
])("%j is left to the schema", (sent, expected) => {
  expect(schemaNames(Order, sent)).toEqual({ named: expected, unknown: null });
});

it.each([
  [{ shipTo: {} }, "shipTo", 'Unknown field "shipTo". Did you mean ship_to?'],
  [
    { ship_to: { firstName: "Ada" } },
    "ship_to.firstName",
    'Unknown field "firstName". Did you mean first_name?',
  ],
  [{ order_lines: [{}, { x: 1 }] }, "order_lines.1.x", 'Unknown field "x".'],
  [{ ship_to: { [`rsk_${"x".repeat(30)}`]: 1 } }, "ship_to", "Unknown field."],
])("the unknown name in %j is found", (sent, path, message) => {
  expect(schemaNames(Order, sent).unknown).toEqual({ path, message });
});

it.each([
  ["shipTo.firstName", "ship_to.first_name"],
  ["orderLines.0.unitPrice", "order_lines.0.unit_price"],
  ["orderLines.0.metadata.aB", "order_lines.0.metadata.aB"],
  ["metadata.aB.cD", "metadata.aB.cD"],
  ["elsewhereNamed.aB", "elsewhere_named.aB"],
])("the path %s is %s on the wire", (path, expected) => {
  expect(wirePath(path, Order)).toBe(expected);
});
