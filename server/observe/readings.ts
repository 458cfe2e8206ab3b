/** Values with their labels. */
export type Readings = (readonly [Record<string, string>, number])[];

export const one = (value: number): Readings => [[{}, value]];
export const by = (label: string, values: Record<string, number>): Readings =>
  Object.entries(values).map(([name, value]) => [{ [label]: name }, value]);
