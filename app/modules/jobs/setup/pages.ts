import type { Pages } from "~/web/page";
import { getMaxFormMegabytes } from "../../../lib/files/file-sizes";

export const pages = {
  "/jobs/create": { page: "create.tsx", frame: "frame.tsx" },
  "/jobs/create/authorizee": { page: "authorizee.tsx" },
  "/jobs/create/cancellation": { page: "cancellation.tsx" },
  "/jobs/create/companies": { page: "companies.tsx" },
  "/jobs/create/contract": { page: "contract.tsx", upload: getMaxFormMegabytes("pdf") },
  "/jobs/create/contractors": { page: "contractors.tsx" },
  "/jobs/create/copy": { page: "copy.tsx" },
  "/jobs/create/land-owner": { page: "land-owner.tsx" },
  "/jobs/create/map": { page: "map.tsx", upload: getMaxFormMegabytes("pdf"), hydrate: true },
  "/jobs/create/method-change": { page: "method-change.tsx" },
  "/jobs/create/overview": { page: "overview.tsx" },
  "/jobs/create/pin": { page: "pin.tsx", hydrate: true },
  "/jobs/create/rates": { page: "rates.tsx" },
  "/jobs/create/review": { page: "review.tsx" },
  "/jobs/create/sort-sheet": { page: "sort-sheet.tsx" },
  "/jobs/create/sorts": { page: "sorts.tsx" },
  "/jobs/create/townships": { page: "townships.tsx", hydrate: true },
} satisfies Pages;
