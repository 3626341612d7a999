/** Texts and lists of the job setup that pages use too, in a module that adds no other imports to the browser. */

/** The steps of setting up a job, in their order. */
export const STEPS = [
  { step: "overview", label: "Overview", href: "/jobs/create/overview" },
  { step: "map", label: "Location", href: "/jobs/create/map" },
  { step: "companies", label: "Contractors", href: "/jobs/create/companies" },
  { step: "sort-sheet", label: "Sort sheet", href: "/jobs/create/sort-sheet" },
  { step: "rates", label: "Rates", href: "/jobs/create/rates" },
  { step: "review", label: "Review", href: "/jobs/create/review" },
] as const;
export type StepName = (typeof STEPS)[number]["step"];
export const buildStepHref = (step: StepName): string =>
  STEPS.find((s) => s.step === step)?.href ?? "/jobs/create";

/**
 * Message for an incomplete step when a later step is requested, with a link to the incomplete step's first incomplete
 * section.
 */
export const STEP_REQUIREMENTS: Partial<Record<StepName, { title: string; href: string; label: string }>> = {
  overview: {
    title: "Choose the state and county first",
    href: "/jobs/create/overview",
    label: "Go to overview",
  },
  map: { title: "Set the location first", href: "/jobs/create/map", label: "Go to location" },
  companies: {
    title: "Choose the contractors first",
    href: "/jobs/create/companies?section=hauler",
    label: "Go to contractors",
  },
  "sort-sheet": {
    title: "Set up the sort sheet first",
    href: "/jobs/create/sort-sheet?section=product_mix",
    label: "Go to sort sheet",
  },
};

/** Step of each setup page; side pages belong to the step that links to them. */
const STEP_OF: Record<string, StepName> = {
  overview: "overview",
  "land-owner": "overview",
  authorizee: "overview",
  townships: "overview",
  pin: "overview",
  map: "map",
  "method-change": "map",
  "plan-map": "map",
  companies: "companies",
  contractors: "companies",
  contract: "companies",
  "sort-sheet": "sort-sheet",
  sorts: "sort-sheet",
  copy: "sort-sheet",
  rates: "rates",
  review: "review",
};
export function getStepOfPath(pathname: string): StepName | null {
  const [, name = ""] = /^\/jobs\/create\/([\w-]+)/.exec(pathname) ?? [];
  return STEP_OF[name] ?? null;
}

export const isSortSheetPath = (pathname: string): boolean => getStepOfPath(pathname) === "sort-sheet";

/** Roles of a contractor, in the order of the form. */
export const CONTRACTOR_ROLES = ["land_manager", "cutter", "skidder", "hauler"] as const;
export type ContractorRole = (typeof CONTRACTOR_ROLES)[number];
export const ROLE_FLAG = {
  land_manager: "is_land_manager",
  cutter: "is_cutter",
  skidder: "is_skidder",
  hauler: "is_hauler",
} as const;
/** Ways to set a job's location (docs/domain.md#setting-up-a-job). */
export const JOB_LOCATION_METHODS = ["pin", "draw", "pdf", "import", "skip"] as const;
export type JobLocationMethod = (typeof JOB_LOCATION_METHODS)[number];

export const DRAFT_HAUL_BASES = ["unit", "load", "mile"] as const;

/** Choices for the basis of haul pay: a unit, the load, or the mile. */
export const HAUL_BASIS_OPTIONS = [
  { value: "unit-2", label: "per ton" },
  { value: "unit-1", label: "per MBF" },
  { value: "unit-3", label: "per cord" },
  { value: "load", label: "per load" },
  { value: "mile", label: "per mile" },
];
/** Words for the work that a product rate pays for, by its type (docs/domain.md#product-rates). */
export const RATE_TYPE_LABELS = { 1: "Cut", 2: "Skid", 3: "Stumpage", 4: "Mill" } as const;
/** Type of a rate, in one word. */
export const rateTypeLabel = (type: number): string =>
  hasKey(RATE_TYPE_LABELS, type) ? RATE_TYPE_LABELS[type] : "";

import { hasKey } from "~/lib/object/records";
