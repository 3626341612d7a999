import type { Asked } from "../../../../e2e/support/asked";
import { API_ASKS_KNOWN } from "../../../../e2e/support/rows";

/** What tests ask of the weather. */
export const asked: Asked = {
  answers: {
    "/api/weather": API_ASKS_KNOWN,
  },
};
