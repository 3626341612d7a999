import { getStepOfPath, type StepName } from "./words";

const MARK = { name: "from", value: "review" };
const REVIEW = "/jobs/create/review";

const urlOf = (href: string) => new URL(href, "https://here.invalid");
const hasMark = (url: URL) => url.searchParams.get(MARK.name) === MARK.value;

/** The copy page belongs to the rates step when it copies rates. */
const stepOf = (url: URL): StepName | null =>
  url.pathname.endsWith("/copy") && url.searchParams.get("what") === "rates"
    ? "rates"
    : getStepOfPath(url.pathname);

/** Address of a step that returns to Review when it is done. */
export function addReviewMark(href: string): string {
  const url = urlOf(href);
  url.searchParams.set(MARK.name, MARK.value);
  return url.pathname + url.search + url.hash;
}

export const isFromReview = (here: string): boolean => hasMark(urlOf(here));

/**
 * Return the URL that a link on a setup page leads to. A step opened from Review keeps the Review parameter on its own
 * pages, and leads to Review instead of to another step.
 */
export function resolveSetupHref(here: string, href: string): string {
  const [from, to] = [urlOf(here), urlOf(href)];
  const step = stepOf(to);
  if (!hasMark(from) || !step) return href;
  return step === stepOf(from) ? addReviewMark(href) : REVIEW;
}

/** Return a function that finds the URL to redirect to after a form, by the rule for links on setup pages. */
export const createStepRedirect =
  ({ request }: { request: Request }) =>
  (href: string): string =>
    resolveSetupHref(request.url, href);

/** Return fields that keep the Review parameter in a search form, which replaces the URL's own query. */
export const getReviewMarkFields = (here: string): Record<string, string> =>
  isFromReview(here) ? { [MARK.name]: MARK.value } : {};
