import type { Sentences } from "../kernel/sentence";
import { bracketed, count, counted } from "../values/phrases";
import type * as actions from "./actions";

export const CHARGE_SENTENCES: Sentences<typeof actions> = {
  "charges.recorded": ({ detail }) =>
    `recorded ${counted(detail.recorded, "charge")}${bracketed(detail.late && `${count(detail.late)} late`)}`,
};
