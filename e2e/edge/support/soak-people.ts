import type { App } from "../../../scripts/serve";
import { createVisitor, fillTicketForm, getHiddenFields, type VisitedPage, type Visitor } from "./visitor";

/** Actions and observations of the simulated users. */
export type SoakLog = {
  /** Each acknowledged form that created a ticket: its submission id, and the address of the redirect. */
  made: Map<string, string>;
  /** Creation time of each ticket, for those who open it later. */
  known: { path: string; at: number }[];
  steps: number;
  comments: number;
  overtaken: number;
  /** Number of times that a server didn't yet have a ticket created on another server. */
  late: number;
  reads: number[];
  /** Number of responses in which the server confirmed that the browser's cached page is unchanged. */
  unchanged: number;
  writes: number[];
  wrong: string[];
};

export const createSoakLog = (): SoakLog => ({
  made: new Map(),
  known: [],
  steps: 0,
  comments: 0,
  overtaken: 0,
  late: 0,
  reads: [],
  unchanged: 0,
  writes: [],
  wrong: [],
});

/** Milliseconds after which most servers have a new ticket, and after which all have it (servers poll once a second). */
const HEARD_OF = 2_000;
const SURELY_HEARD_OF = 30_000;
const PAUSE = 40;
/** The ticket list, sorted by newest change first. */
const NEWEST = "/trip-tickets";
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const PAGES = [
  NEWEST,
  "/trip-tickets?page=1",
  "/trip-tickets?view=available",
  "/trip-tickets?status=1&sort=number",
  "/jobs",
  "/jobs/1",
  "/",
];

/**
 * Simulate users at work on several servers, each switching between servers, until `over` returns true. Record every
 * wrong response in the log, and return the users' sessions.
 */
export async function simulateUsers(servers: readonly App[], diary: SoakLog, over: () => boolean) {
  const person = async (who: string) => {
    const tab = createVisitor();
    await tab.signIn(pick(servers), who);
    return tab;
  };
  async function goOn(name: string, tab: Visitor, act: (tab: Visitor) => Promise<void>) {
    while (!over()) {
      await act(tab).catch((error: unknown) => diary.wrong.push(`${name}: ${String(error)}`));
      await pause(Math.random() * 2 * PAUSE);
    }
  }
  const read = async (tab: Visitor, path: string) => {
    const page = await tab.look(pick(servers).url + path);
    diary.reads.push(page.ms);
    if (page.unchanged) diary.unchanged += 1;
    if (page.status !== 200) diary.wrong.push(`${path} was answered with ${page.status}`);
    return page;
  };
  const written = (page: VisitedPage, path: string) => {
    diary.writes.push(page.ms);
    if (page.status === 303) return true;
    // Another user acted first, and the response says so; or another company claimed the load, so this company can no
    // longer see it.
    if ([404, 409, 422].includes(page.status)) diary.overtaken += 1;
    else diary.wrong.push(`a post to ${path} was answered with ${page.status}`);
    return false;
  };

  /** Send one new ticket form, sometimes twice at the same moment to two servers. */
  async function makeTicket(tab: Visitor) {
    const form = await fillTicketForm(tab, pick(servers));
    const twice = Math.random() < 0.2;
    const sent = await Promise.all(
      (twice ? servers.slice(0, 2) : [pick(servers)]).map((server) =>
        tab.post(`${server.url}/trip-tickets/new?job_id=1`, form),
      ),
    );
    for (const page of sent) if (!written(page, "/trip-tickets/new")) return;
    const path = sent[0]?.location ?? "";
    if (sent.some((page) => page.location !== path)) diary.wrong.push(`one form made two tickets: ${path}`);
    diary.made.set(form.submission_id, path);
    diary.known.push({ path, at: performance.now() });
    // A user's own writes are visible on every server.
    await read(tab, path);
    const list = await read(tab, NEWEST);
    if (list.text.includes(`href="${path}"`)) return;
    // Other users' changes may have moved the ticket to the list's next page. It is a fault if the server confirmed a
    // cached list without the ticket, or if the current list contains it.
    if (list.unchanged || (await tab.get(pick(servers).url + NEWEST)).text.includes(`href="${path}"`))
      diary.wrong.push(`a list without ${path} was given again to who had just made it`);
  }

  const looked = new Map<Visitor, number>();
  async function takeStep(tab: Visitor, path: string, verb: string) {
    const page = await tab.get(`${pick(servers).url}${path}/${verb}`);
    // This company can no longer see a load that another company claimed.
    if (page.status === 404) return false;
    const fields = getHiddenFields(page);
    if (!fields.version) return false;
    if (!written(await tab.post(`${pick(servers).url}${path}/${verb}`, fields), `${path}/${verb}`))
      return false;
    diary.steps += 1;
    return true;
  }
  const age = ({ at }: { at: number }) => performance.now() - at;
  const older = () => diary.known.filter((ticket) => age(ticket) > HEARD_OF).slice(-50);
  async function readOthers(tab: Visitor, ticket: { path: string; at: number }, path = ticket.path) {
    const page = await tab.look(pick(servers).url + path);
    diary.reads.push(page.ms);
    if (page.unchanged) diary.unchanged += 1;
    if (page.status === 404 && age(ticket) < SURELY_HEARD_OF) diary.late += 1;
    else if (page.status !== 200) diary.wrong.push(`${path} was answered with ${page.status}`);
    return page.status === 200 ? page : null;
  }

  async function officeStep(tab: Visitor) {
    const ticket = pick(older());
    if (ticket) await takeStep(tab, ticket.path, pick(["yard", "availability", "pause", "resume"]));
  }
  async function haul(tab: Visitor) {
    const ticket = pick(older());
    if (!ticket || !(await takeStep(tab, ticket.path, "claim"))) return;
    for (const verb of ["pickup", "dropoff"]) if (!(await takeStep(tab, ticket.path, verb))) return;
  }
  async function say(tab: Visitor) {
    const ticket = pick(older());
    if (!ticket) return;
    const others = await readOthers(tab, ticket, `${ticket.path}/comments`);
    if (!others) return;
    const fields = { ...getHiddenFields(others), content: `Seen at ${new Date().toISOString()}` };
    const page = await tab.post(`${pick(servers).url}${ticket.path}/comments`, fields);
    if (written(page, `${ticket.path}/comments`)) diary.comments += 1;
  }
  /** Open the pages in turn, repeatedly; each request sends the cookies left by the previous one. */
  async function look(tab: Visitor) {
    const next = (looked.get(tab) ?? 0) % PAGES.length;
    looked.set(tab, next + 1);
    await read(tab, PAGES[next] ?? "/");
  }
  async function lookAtTickets(tab: Visitor) {
    const ticket = pick(older());
    if (ticket) await readOthers(tab, ticket);
    else await look(tab);
  }

  const work: [string, (tab: Visitor) => Promise<void>][] = [
    ["manager", makeTicket],
    ["manager", makeTicket],
    ["manager", officeStep],
    ["hauler", haul],
    ["manager", say],
    ["manager", lookAtTickets],
    ["owner", lookAtTickets],
    ["hauler", look],
    ["mill", look],
  ];
  return Promise.all(
    work.map(async ([who, act]) => {
      const tab = await person(who);
      await goOn(`${who} (${act.name})`, tab, act);
      return tab;
    }),
  );
}

/**
 * Return a page's content without values that differ in every response, and without the age of an event, which may be a
 * minute old.
 */
const saidBy = ({ text }: VisitedPage) =>
  text
    .replace(/nonce="[^"]*"|name="seen_at" value="[^"]*"|[\da-f]{8}-[\da-f-]{27}/g, "")
    .replace(/\d+ \w+ ago/g, "");

/** After all writes, check that each cached page that a server confirms as unchanged equals the page as rendered now. */
export async function recheckCachedPages(tabs: readonly Visitor[], servers: readonly App[], diary: SoakLog) {
  for (const [i, tab] of tabs.entries())
    for (const path of PAGES)
      for (const { url } of servers) {
        const page = await tab.look(url + path);
        if (!page.unchanged) continue;
        diary.unchanged += 1;
        if (saidBy(page) !== saidBy(await tab.get(url + path)))
          diary.wrong.push(`person ${i + 1} was told that ${path} is as it was, and it isn't`);
      }
}
