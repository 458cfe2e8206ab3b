import type { Ctx } from "../../kernel/actor";
import { createEndpoint } from "../mutations";
import type { EndpointCreate } from "../schema";

/** An endpoint that may be anyone's and get anything, except for what `fields` say. */
export const addEndpoint = (
  ctx: Ctx,
  partnerId: string | null,
  fields: Partial<EndpointCreate> = {},
) =>
  createEndpoint(ctx, {
    partnerId,
    url: "https://hooks.example.com/in",
    types: ["*"],
    payload: "thin",
    perSecond: 50,
    ...fields,
  });
