import { hasPlss, meridianCodes } from "~/domain/plss/meridians";
import { elementAt } from "~/domain/records/records";
import { type Draft, inRole } from "./draft";
import { CONTRACTOR_ROLES, type ContractorRole, STEPS, type StepName } from "./words";

/** The spec's words where a field of the overview is missing (spec 1, section 5). */
export const OVERVIEW_NEEDS = {
  name: "Name is required",
  start_date: "Start date is required",
  us_state_id: "State is required",
  us_county_id: "County is required",
  plss_meridian_code: "Principal meridian is required",
  township: "Township is required",
  range: "Range is required",
  section: "Section is required",
} as const;
type Needed = keyof typeof OVERVIEW_NEEDS;

/** What the overview still lacks, by field. Land is asked for only where the Public Land Survey describes it. */
export function overviewLacks(
  draft: Pick<Draft, Needed | "end_date">,
  stusps: string | null,
): Partial<Record<Needed | "end_date", string>> {
  const lacks: Partial<Record<Needed | "end_date", string>> = {};
  const need = (field: Needed) => {
    const value = draft[field];
    if (value === null || (typeof value === "string" && value.trim() === ""))
      lacks[field] = OVERVIEW_NEEDS[field];
  };
  for (const field of ["name", "start_date", "us_state_id", "us_county_id"] as const) need(field);
  if (stusps !== null && hasPlss(stusps)) {
    if (meridianCodes(stusps).length > 1) need("plss_meridian_code");
    for (const field of ["township", "range", "section"] as const) need(field);
  }
  if (draft.end_date && draft.start_date && draft.end_date < draft.start_date)
    lacks.end_date = "The end can't be before the start";
  return lacks;
}

/** Whether the location is given, or explicitly not given. */
export function locationIsSet(draft: Draft): boolean {
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

export const contractorsAreChosen = (draft: Draft): boolean =>
  CONTRACTOR_ROLES.every((role) => inRole(draft, role).length > 0);

export const SORT_SECTIONS = ["products", "destinations", "product_mix"] as const;
export type SortSection = (typeof SORT_SECTIONS)[number];

const someMix = (draft: Draft) => draft.destinations.some((d) => d.product_mixes.some((m) => m.is_accepted));
const sortsAreChosen = (draft: Draft): boolean =>
  draft.products.length > 0 && draft.destinations.length > 0 && someMix(draft);

/** Whether Next may be pressed in a section: once it has an entry (spec 1, section 4). */
export const contractorNext = (draft: Draft, role: ContractorRole): boolean => inRole(draft, role).length > 0;
export function sortNext(draft: Draft, section: SortSection): boolean {
  if (section === "products") return draft.products.length > 0;
  return section === "destinations" ? draft.destinations.length > 0 : someMix(draft);
}

/** The section that can be shown: the one asked for, or the first before it that has no entry (any more). */
function shown<T extends string>(all: readonly T[], asked: string | null, may: (section: T) => boolean): T {
  const wanted = Math.max(
    0,
    all.findIndex((section) => section === asked),
  );
  const lacking = all.findIndex((section) => !may(section));
  return elementAt(all, lacking === -1 ? wanted : Math.min(wanted, lacking));
}
export const contractorSection = (draft: Draft, asked: string | null): ContractorRole =>
  shown(CONTRACTOR_ROLES, asked, (role) => contractorNext(draft, role));
export const sortSection = (draft: Draft, asked: string | null): SortSection =>
  shown(SORT_SECTIONS, asked, (section) => sortNext(draft, section));

const STEP_DONE: Partial<Record<StepName, (draft: Draft, stusps: string | null) => boolean>> = {
  overview: (draft, stusps) => Object.keys(overviewLacks(draft, stusps)).length === 0,
  map: locationIsSet,
  companies: contractorsAreChosen,
  "sort-sheet": sortsAreChosen,
};

/** The steps that are not done yet, of those that must be. */
export const openSteps = (draft: Draft, stusps: string | null): StepName[] =>
  STEPS.map((s) => s.step).filter((step) => STEP_DONE[step] && !STEP_DONE[step](draft, stusps));

/** The number of the step that one has come to, from 1: a step's fields are enabled up to it. */
export function activeStep(draft: Draft, stusps: string | null): number {
  const [first] = openSteps(draft, stusps);
  return first ? STEPS.findIndex((s) => s.step === first) + 1 : STEPS.length;
}

/** The step that one has come to, where the one asked for is a later one; null where its fields are enabled. */
export function firstBefore(draft: Draft, stusps: string | null, asked: StepName): StepName | null {
  const at = activeStep(draft, stusps) - 1;
  return STEPS.findIndex((s) => s.step === asked) > at ? (STEPS[at]?.step ?? null) : null;
}

/** Where the banner leads (spec 1, section 2): the furthest step that was reached. */
export function resumeStep(draft: Draft): StepName {
  if (draft.destinations.length > 0) return "rates";
  if (contractorsAreChosen(draft)) return "sort-sheet";
  return locationIsSet(draft) ? "companies" : "map";
}

/** What the banner's bar shows (spec 1, section 2). */
export const RESUME_PERCENT = 66;
