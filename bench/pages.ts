import { randomUUID } from "node:crypto";
import { type Act, type Answer, ask, document } from "./load";
import type { Changes } from "./messages";

const LIST = "/trip-tickets";
/** Far enough that what is skipped would be felt, and there at ten thousand tickets too. */
const DEEP = 60;

/** The pages that are measured, as the signed-in person finds them. */
export async function pagesOf(url: string, cookie: string): Promise<Record<string, string>> {
  const first = await document(`${url}${LIST}`, cookie);
  const numbers = [...first.matchAll(/class="rowlink" href="\/trip-tickets\/[^"]+">([^<]+)</g)].map(
    (m) => m[1],
  );
  if (numbers.length < 3) throw new Error("The list shows no tickets.");
  const finished = await document(`${url}${LIST}?status=3`, cookie);
  const ticket = /class="rowlink" href="(\/trip-tickets\/[^"]+)"/.exec(finished)?.[1];
  const year = new Date().getUTCFullYear();
  if (!ticket) throw new Error("The list shows no finished ticket.");
  const job = /href="(\/jobs\/\d+)"/.exec(await document(`${url}/jobs`, cookie))?.[1];
  if (!job) throw new Error("The list shows no job.");
  return {
    "list, first page": LIST,
    [`list, page ${DEEP + 1}`]: `${LIST}?page=${DEEP}`,
    "list, under way": `${LIST}?status=1&status=2&status=5&status=6`,
    "search by number": `${LIST}?q=${[...new Set(numbers)].slice(0, 3).join(",")}`,
    "list, filtered": `${LIST}?scaled=no&trip_ticket_priority_ids=1&wood_species_ids=746`,
    "ticket detail": ticket,
    "job list": "/jobs",
    "job list, last page": "/jobs?page=99999",
    "job page": job,
    dashboard: "/",
    search: "/find?q=huron",
    "map of everything": "/map",
    settlements: "/settlements",
    "production, a month": "/production",
    "production, a year": `/production?from=${year - 1}-01-01&to=${year - 1}-12-31&grain=month`,
    "production, the plan": "/production?report=plan",
    notifications: "/notifications",
  };
}

/** The two changes that are measured; a step is taken by tickets that were made before, each once. */
export const CHANGES = ["create a ticket", "change its status"] as const;
export type ChangeName = (typeof CHANGES)[number];
export type Acts = Record<ChangeName, Act>;

/** As forms are sent to the app. */
export function formsOf(url: string, cookie: string, { job, destination }: Changes): Acts {
  const fields = {
    job_id: String(job),
    job_destination_id: String(destination),
    product: "5-746-0",
    estimated_volume: "55",
    estimated_wood_unit_type_id: "2",
    loads: "1",
  };
  return acts(
    (more) => ask(`${url}${LIST}/new?job_id=${job}`, cookie, { ...fields, ...more }),
    (path, more) => ask(`${url}${path}/yard`, cookie, { version: "2", ...more }),
  );
}

/** As the bare server takes them. */
export const barePosts = (url: string): Acts =>
  acts(
    (more) => ask(`${url}/create`, "", more),
    (path, more) => ask(url + path, "", more),
  );

type Sent = { submission_id: string };
function acts(create: (more: Sent) => Promise<Answer>, move: (path: string, more: Sent) => Promise<Answer>) {
  const made: string[] = [];
  const done = async (asked: Promise<Answer>) => {
    const { status, location } = await asked;
    if (status !== 303) throw new Error(`A post was answered with ${status}.`);
    return location;
  };
  return {
    "create a ticket": async () => {
      made.push(await done(create({ submission_id: randomUUID() })));
    },
    "change its status": () => {
      const path = made.shift();
      return path ? done(move(path, { submission_id: randomUUID() })).then(() => {}) : null;
    },
  };
}
