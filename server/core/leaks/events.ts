import { z } from "zod";
import { eventTypes } from "../kernel/event";

const SHARED = { scope: null, subjects: ["key"] } as const;

export const LEAK_EVENTS = eventTypes(SHARED, {
  "key.leaked": {
    summary: "An API key was found in public, for example in a repository",
    data: z.object({
      label: z.string().describe("The key's label"),
      source: z.string().describe("The kind of place where it was found, such as `commit`"),
      url: z.string().nullable().describe("Where it was found; null if unknown"),
      revoked: z.boolean().describe("Whether the platform has revoked it for this reason"),
    }),
    example: {
      subject: "key_01jd5n8k3v0000000000000000",
      data: {
        label: "Shop",
        source: "commit",
        url: "https://github.com/octocat/shop/blob/12345600b9/config.js",
        revoked: false,
      },
    },
  },
});
