import { randomSlice } from "../core/values/random";

export const EPOCH_LENGTH = 23;

const EPOCH = /^e[\w-]{22}$/;

/** 128 random bits after a letter, so that no store client parses it as a number. */
export function newEpoch(): string {
  return `e${randomSlice(16).toString("base64url")}`;
}

export function isEpoch(text: string): boolean {
  return EPOCH.test(text);
}
