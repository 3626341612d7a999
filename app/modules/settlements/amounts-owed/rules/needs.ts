import { paths } from "~/web/paths";

/** Fields of an unpayable load that determine the link of its next step. */
type NeedSection = {
  problem: string;
  ticket_id: number;
  job_id: number;
  job_destination_id: number | null;
};

const RATE = { label: "Look at the rates", href: ({ job_id }: NeedSection) => paths.job(job_id, "rates") };
const LOAD = { label: "Check the load", href: ({ ticket_id }: NeedSection) => paths.ticket(ticket_id) };
const MILES = {
  label: "Confirm the miles",
  href: ({ job_id, job_destination_id }: NeedSection) =>
    job_destination_id === null
      ? paths.job(job_id, "sorts")
      : paths.job(job_id, `destinations/${job_destination_id}`),
};

type Step = { label: string; href(load: NeedSection): string };
/** Build the link to the page that lists a job's unpayable loads, each with its next step. */
export const buildUnpayableLoadsHref = (problem: string | null, job_id: number): string =>
  `/settlements/needs-you?${problem === null ? "" : `problem=${problem}&`}job=${job_id}`;

/**
 * Titles of the problems that keep a load from being paid, each with its next step, worded for the person who resolves
 * it.
 */
const REASONS: Readonly<Record<string, { title: string; step: Step }>> = {
  no_rate: { title: "No rate for the company that did the work", step: { ...RATE, label: "Add a rate" } },
  no_volume: { title: "Waiting for the scale", step: { ...LOAD, label: "Enter the weight" } },
  no_fuel_price: {
    title: "No price of diesel for the week",
    step: { label: "Add the price", href: () => "/settlements/fuel#add" },
  },
  miles_estimated: { title: "The miles are an estimate", step: MILES },
  no_miles: { title: "The destination has no miles", step: { ...MILES, label: "Enter the miles" } },
  wrong_unit: { title: "Measured in a different unit than the rate uses", step: RATE },
  conversion_refused: { title: "State law doesn't allow pay by a converted quantity", step: RATE },
  log_rule: { title: "Scaled by a different log rule than the rate uses", step: RATE },
  two_receivers: { title: "Two companies have a rate for the same work", step: RATE },
  paid_to_other: {
    title: "Already on another company's statement",
    step: { label: "Take it back with the next statement", href: () => "/settlements/new" },
  },
  zero_volume: { title: "The volume is zero", step: LOAD },
  too_much: { title: "Comes to more than $10,000,000", step: LOAD },
};
const OTHER = { title: "Can't be calculated", step: LOAD };

/** Problems that companies other than the one managing the rates can resolve. */
export const PROBLEMS_OTHERS_RESOLVE: readonly string[] = ["no_volume", "zero_volume", "too_much"];

/** Return a problem's title and next step for one load, and for all of a job's loads if one step resolves it for all. */
export function describePayProblem(problem: string) {
  const { title, step } = REASONS[problem] ?? OTHER;
  const together =
    [RATE.href, MILES.href].some((href) => href === step.href) ||
    ["paid_to_other", "no_fuel_price"].includes(problem);
  return {
    title,
    step,
    ofJob: (job_id: number) =>
      together
        ? { label: step.label, href: step.href({ problem, job_id, ticket_id: 0, job_destination_id: null }) }
        : null,
  };
}

/** Problem keys in display order: first those that somebody can resolve now, then those that wait for other companies. */
export const PAY_PROBLEMS = Object.keys(REASONS);
export const comparePayProblems = (a: { problem: string }, b: { problem: string }): number =>
  placeOf(a.problem) - placeOf(b.problem);
const placeOf = (problem: string) =>
  PAY_PROBLEMS.includes(problem) ? PAY_PROBLEMS.indexOf(problem) : PAY_PROBLEMS.length;
