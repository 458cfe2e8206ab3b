/** The fields of a response, by their paths. */
export type Fields = readonly string[];

export const words = (text: string): Fields => text.trim().split(/\s+/);
export const within = (name: string, fields: Fields): Fields =>
  fields.map((one) => `${name}.${one}`);
export const page = (fields: Fields): Fields => [...within("data", fields), "nextCursor"];
export const fieldsIn = ({ shape }: { shape: object }): Fields => Object.keys(shape);

export const NAMED_PARTNER = within("partner", words("id code name"));
