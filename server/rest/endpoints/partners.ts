import { Partner } from "../../core/partners/schema";
import { endpoint } from "../endpoint";

const TAG = { name: "Partner", description: "The partner account that owns the API key." };

const getMe = endpoint({
  id: "getMe",
  tag: TAG,
  route: "GET /me",
  summary: "Retrieve your account",
  description:
    "Returns the partner account that owns the API key. Works with any valid key, so you can use it to verify one.",
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

export const PARTNER_ENDPOINTS = [getMe];
