import type { Asked } from "../../../../e2e/support/asked";
import { OFFICE_ONLY } from "../../../../e2e/support/rows";

/** What newer pages of a job are asked; the older ones stand in e2e/support. */
export const asked: Asked = {
  answers: { "/jobs/:jobId/contract-volumes": OFFICE_ONLY },
  pages: { manager: ["/jobs/1/contract-volumes"] },
  forms: { manager: ["/jobs/1/contract-volumes"] },
};
