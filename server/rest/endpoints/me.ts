import { Partner } from "../../core/partners/schema";
import { endpoint } from "../endpoint";

const TAG = { name: "Partner", description: "The partner that an API key belongs to." };

export const getMe = endpoint({
  id: "getMe",
  tag: TAG,
  method: "GET",
  path: "/me",
  summary: "Check the key and read the partner record",
  description:
    "Answers with the record of the partner that the key belongs to. Any valid key will do: use it to check that a key is alive.",
  scope: null,
  returns: Partner,
  names: { returns: "Partner" },
  ofRecord: true,
  example: {
    id: "prt_01jd5n8k3v0000000000000000",
    code: "acme",
    name: "Acme Resale",
    status: "active",
    revshare_pct: 20,
    branding: {},
    user_count: 128,
  },
  run: ({ key }) => key.partner,
});
