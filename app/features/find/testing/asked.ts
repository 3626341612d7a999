import type { Asked } from "../../../../e2e/support/asked";
import { API_COMPANY } from "../../../../e2e/support/rows";

export const asked: Asked = { answers: { "/api/find": API_COMPANY } };
