import { z } from "zod";
import { searchPlatform } from "../../core/search/queries";
import { line } from "../../core/values/text";
import { calls } from "../calls";
import { operatorProcedure, router } from "../init";

export const searchRouter = router({
  /** By email address, ID, external ID, or the first or last characters of a key, in all partners. */
  platform: operatorProcedure
    .input(z.strictObject({ search: line(254) }))
    .query(calls(searchPlatform)),
});
