import { getStepOfPath, type StepName } from "./words";

const MARK = { name: "from", value: "review" };
const REVIEW = "/jobs/create/review";

const urlOf = (href: string) => new URL(href, "https://here.invalid");
const hasMark = (url: URL) => url.searchParams.get(MARK.name) === MARK.value;

/** Rates are copied on the page that copies sort sheets. */
const stepOf = (url: URL): StepName | null =>
  url.pathname.endsWith("/copy") && url.searchParams.get("what") === "rates"
    ? "rates"
    : getStepOfPath(url.pathname);

/** Address of a step that returns to Review when it is done. */
export function editFromReview(href: string): string {
  const url = urlOf(href);
  url.searchParams.set(MARK.name, MARK.value);
  return url.pathname + url.search + url.hash;
}

export const isFromReview = (here: string): boolean => hasMark(urlOf(here));

/**
 * Address that a setup page leads to. A step opened from Review keeps that mark on its own pages, and leads back to
 * Review where it would otherwise lead to another step.
 */
export function returnToReview(here: string, href: string): string {
  const [from, to] = [urlOf(here), urlOf(href)];
  const step = stepOf(to);
  if (!hasMark(from) || !step) return href;
  return step === stepOf(from) ? editFromReview(href) : REVIEW;
}

/** Address to redirect to after a form is submitted, by the same rule. */
export const stepOnward =
  ({ request }: { request: Request }) =>
  (href: string): string =>
    returnToReview(request.url, href);

/** Fields that preserve the mark in a search form, which replaces the address's own query. */
export const returnFields = (here: string): Record<string, string> =>
  isFromReview(here) ? { [MARK.name]: MARK.value } : {};
