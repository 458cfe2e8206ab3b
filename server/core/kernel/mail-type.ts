import type { Message } from "./message";

/** A kind of mail about a person's own account. These can't be turned off. */
export type MailType<Data = never> = {
  readonly name: string;
  /** The message, made when the mail is written. */
  message(data: Data): Message;
  /** For the preview of all mails, and their tests. */
  example: Data;
};

/** Defines a kind of mail, in the `mails.ts` of its feature. */
export function mailType<Data>(
  name: string,
  { message, example }: Omit<MailType<Data>, "name">,
): MailType<Data> {
  return { name, message, example };
}

/** The message of a kind of mail with its example data. */
export function exampleOf<Data>({ message, example }: MailType<Data>): Message {
  return message(example);
}
