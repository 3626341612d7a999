import { hasPlss, listMeridianCodes } from "~/lib/land-description/meridians";
import { getElement } from "~/lib/object/records";
import { type Draft, listCompaniesInRole } from "./draft";
import { CONTRACTOR_ROLES, type ContractorRole, STEPS, type StepName } from "./words";

/** Messages for missing overview fields. */
export const OVERVIEW_REQUIRED_MESSAGES = {
  name: "Name is required",
  start_date: "Start date is required",
  us_state_id: "State is required",
  us_county_id: "County is required",
  plss_meridian_code: "Principal meridian is required",
  township: "Township is required",
  range: "Range is required",
  section: "Section is required",
} as const;
type Needed = keyof typeof OVERVIEW_REQUIRED_MESSAGES;

/** Return messages for missing overview fields. The land is required only where the Public Land Survey describes it. */
export function getMissingOverviewFields(
  draft: Pick<Draft, Needed | "end_date">,
  stusps: string | null,
): Partial<Record<Needed | "end_date", string>> {
  const lacks: Partial<Record<Needed | "end_date", string>> = {};
  const need = (field: Needed) => {
    const value = draft[field];
    if (value === null || (typeof value === "string" && value.trim() === ""))
      lacks[field] = OVERVIEW_REQUIRED_MESSAGES[field];
  };
  for (const field of ["name", "start_date", "us_state_id", "us_county_id"] as const) need(field);
  if (stusps !== null && hasPlss(stusps)) {
    if (listMeridianCodes(stusps).length > 1) need("plss_meridian_code");
    for (const field of ["township", "range", "section"] as const) need(field);
  }
  if (draft.end_date && draft.start_date && draft.end_date < draft.start_date)
    lacks.end_date = "The end can't be before the start";
  return lacks;
}

/** Check whether a location is set, or was explicitly skipped. */
export function isLocationSet(draft: Draft): boolean {
  switch (draft.location_method) {
    case "skip":
      return true;
    case "pdf":
      return draft.job_map !== null;
    case "pin":
      return draft.latitude !== null && draft.longitude !== null;
    case "draw":
    case "import":
      return draft.geom !== null;
    default:
      return false;
  }
}

export const areContractorsChosen = (draft: Draft): boolean =>
  CONTRACTOR_ROLES.every((role) => listCompaniesInRole(draft, role).length > 0);

export const SORT_SECTIONS = ["products", "destinations", "product_mix"] as const;
export type SortSection = (typeof SORT_SECTIONS)[number];

const someMix = (draft: Draft) => draft.destinations.some((d) => d.product_mixes.some((m) => m.is_accepted));
const areSortsChosen = (draft: Draft): boolean =>
  draft.products.length > 0 && draft.destinations.length > 0 && someMix(draft);

/** Check whether Next is enabled in a section, which requires an entry. */
export const isContractorRoleFilled = (draft: Draft, role: ContractorRole): boolean =>
  listCompaniesInRole(draft, role).length > 0;
export function isSortSectionFilled(draft: Draft, section: SortSection): boolean {
  if (section === "products") return draft.products.length > 0;
  return section === "destinations" ? draft.destinations.length > 0 : someMix(draft);
}

/** Return the section to show: the requested section, or the first section before it that has no entry. */
function shown<T extends string>(all: readonly T[], query: string | null, may: (section: T) => boolean): T {
  const wanted = Math.max(
    0,
    all.findIndex((section) => section === query),
  );
  const lacking = all.findIndex((section) => !may(section));
  return getElement(all, lacking === -1 ? wanted : Math.min(wanted, lacking));
}
export const getContractorSection = (draft: Draft, query: string | null): ContractorRole =>
  shown(CONTRACTOR_ROLES, query, (role) => isContractorRoleFilled(draft, role));
export const getSortSection = (draft: Draft, query: string | null): SortSection =>
  shown(SORT_SECTIONS, query, (section) => isSortSectionFilled(draft, section));

const STEP_DONE: Partial<Record<StepName, (draft: Draft, stusps: string | null) => boolean>> = {
  overview: (draft, stusps) => Object.keys(getMissingOverviewFields(draft, stusps)).length === 0,
  map: isLocationSet,
  companies: areContractorsChosen,
  "sort-sheet": areSortsChosen,
};

/** Required steps that are not done yet. */
export const listUnfinishedSteps = (draft: Draft, stusps: string | null): StepName[] =>
  STEPS.map((s) => s.step).filter((step) => STEP_DONE[step] && !STEP_DONE[step](draft, stusps));

/** Return the number of the current step, from 1; the fields of all steps up to the current one are enabled. */
export function getActiveStep(draft: Draft, stusps: string | null): number {
  const [first] = listUnfinishedSteps(draft, stusps);
  return first ? STEPS.findIndex((s) => s.step === first) + 1 : STEPS.length;
}

/** Return the current step if the requested step comes later, or null if the requested step's fields are enabled. */
export function getFirstUnfinishedStep(
  draft: Draft,
  stusps: string | null,
  query: StepName,
): StepName | null {
  const index = getActiveStep(draft, stusps) - 1;
  return STEPS.findIndex((s) => s.step === query) > index ? (STEPS[index]?.step ?? null) : null;
}

/** Step that the banner links to (docs/domain.md#setting-up-a-job): the furthest one reached. */
export function findResumeStep(draft: Draft): StepName {
  if (draft.destinations.length > 0) return "rates";
  if (areContractorsChosen(draft)) return "sort-sheet";
  return isLocationSet(draft) ? "companies" : "map";
}

/** Percentage in the banner's progress bar. */
export const RESUME_PERCENT = 66;
