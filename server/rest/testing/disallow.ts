import { anonymizeCustomer } from "../../core/customers/anonymize";
import { createCustomer } from "../../core/customers/mutations";
import { moveCustomer } from "../../core/customers/status";
import { archiveProduct } from "../../core/products/mutations";
import type { Platform } from "../../testing/platform";
import type { Endpoint } from "../endpoint";

/** Makes a change of the account fail: its new email is taken, or its status does not allow it. */
export async function disallow(
  { system }: Platform,
  { method, path }: Endpoint,
  partnerId: string,
  customerId = "",
): Promise<void> {
  if (method === "PATCH") {
    await createCustomer(system, { partnerId, email: "ADA.king@example.com", metadata: {} });
    return;
  }
  if (path.endsWith("/close")) {
    await anonymizeCustomer(system, { customerId });
    return;
  }
  const move = path.endsWith("/reopen") ? "suspend" : "close";
  await moveCustomer(system, { customerId, move });
}

/** Does something while the product is archived. Other tests need it for sale. */
export async function whileArchived<Result>(
  { system }: Platform,
  code: string,
  run: () => Promise<Result>,
): Promise<Result> {
  await archiveProduct(system, { code, isArchived: true });
  try {
    return await run();
  } finally {
    await archiveProduct(system, { code, isArchived: false });
  }
}
