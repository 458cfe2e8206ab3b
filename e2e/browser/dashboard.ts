/** The pages of partners' people, for what holds on every page. */
export const DASHBOARD = [
  "/overview",
  "/api-keys",
  "/logs",
  "/customers",
  "/metrics",
  "/prices",
  "/payouts",
  "/settings/profile",
  "/settings/team",
  "/settings/security",
  "/settings/audit-log",
];

/** The pages of those who run the platform. */
export const OPERATOR_PAGES = [
  "/operator",
  "/operator/limit-requests",
  "/operator/payouts",
  "/operator/imports",
  "/operator/audit",
  "/operator/health",
];
