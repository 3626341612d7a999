import { paths } from "~/web/paths";

/** Fields of a load that can't be paid yet on which its next step depends. */
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
/** Page that lists a job's incomplete loads, each with its next step. */
export const getNeedSection = (problem: string | null, job_id: number): string =>
  `/settlements/needs-you?${problem === null ? "" : `problem=${problem}&`}job=${job_id}`;

/** Reasons why loads can't be paid, worded for the person who has to act, and the one next step of each. */
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

/** Problems that companies other than the rates' manager can resolve. */
export const WAITS_FOR_OTHERS: readonly string[] = ["no_volume", "zero_volume", "too_much"];

/** Describe a reason, with the next step for one load, and for a job's loads together if one step resolves it for all. */
export function getNeed(problem: string) {
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

/** Reasons in display order: first what somebody can do now, then what waits for others. */
export const PROBLEMS = Object.keys(REASONS);
export const compareNeeds = (a: { problem: string }, b: { problem: string }): number =>
  placeOf(a.problem) - placeOf(b.problem);
const placeOf = (problem: string) =>
  PROBLEMS.includes(problem) ? PROBLEMS.indexOf(problem) : PROBLEMS.length;
