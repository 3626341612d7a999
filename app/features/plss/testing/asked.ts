import type { Asked } from "../../../../e2e/support/asked";
import { API_ASKS, API_ASKS_KNOWN } from "../../../../e2e/support/rows";

/** What tests ask of townships and sections. */
export const asked: Asked = {
  answers: {
    "/api/township": API_ASKS,
    "/api/township/section": API_ASKS_KNOWN,
  },
};
