import { fetchPage } from "./load";

const LIST = "/trip-tickets";
/** Page number that is high enough to show the cost of skipped rows, but still exists with ten thousand tickets. */
const DEEP = 60;

/** Return the URLs of the measured pages by name, as linked from pages that the signed-in user opens. */
export async function findPageUrls(url: string, cookie: string): Promise<Record<string, string>> {
  const first = await fetchPage(`${url}${LIST}`, cookie);
  const numbers = [...first.matchAll(/class="rowlink" href="\/trip-tickets\/[^"]+">([^<]+)</g)].map(
    (m) => m[1],
  );
  const completed = await fetchPage(`${url}${LIST}?status=3`, cookie);
  const ticket = /class="rowlink" href="(\/trip-tickets\/[^"]+)"/.exec(completed)?.[1];
  const job = /href="(\/jobs\/\d+)"/.exec(await fetchPage(`${url}/jobs`, cookie))?.[1];
  if (numbers.length < 3 || !ticket || !job) throw new Error("The lists show no tickets or jobs.");
  const year = new Date().getUTCFullYear() - 1;
  return {
    "list, first page": LIST,
    [`list, page ${DEEP + 1}`]: `${LIST}?page=${DEEP}`,
    "list, under way": `${LIST}?status=1&status=2&status=5&status=6`,
    "list, search by number": `${LIST}?q=${[...new Set(numbers)].slice(0, 3).join(",")}`,
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
    "production, a year": `/production?from=${year}-01-01&to=${year}-12-31&grain=month`,
    notifications: "/notifications",
  };
}
