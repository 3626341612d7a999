import { DEMO_PASSWORD } from "../../../app/modules/dashboard/rules/demo";

export type VisitedPage = { status: number; headers: Headers; text: string; ms: number; location: string };

/**
 * Create a visitor with a browser without JavaScript: cookies are sent to any of the servers, and forms are sent with
 * the page's values.
 */
export function createVisitor() {
  const jar = new Map<string, string>();

  async function ask(url: string, init: RequestInit = {}): Promise<VisitedPage> {
    const start = performance.now();
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(cookie ? { Cookie: cookie } : {}), ...(init.headers as Record<string, string>) };
    const response = await fetch(url, {
      redirect: "manual",
      signal: AbortSignal.timeout(60_000),
      ...init,
      headers,
    });
    const text = await response.text();
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = "", rest = ""] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
      if (/Max-Age=0/i.test(rest)) jar.delete(name);
      else jar.set(name, value);
    }
    return {
      status: response.status,
      headers: response.headers,
      text,
      ms: performance.now() - start,
      location: response.headers.get("Location") ?? "",
    };
  }

  const post = (url: string, fields: Record<string, string>) =>
    ask(url, { method: "POST", body: new URLSearchParams(fields) });

  const held = new Map<string, VisitedPage & { tag: string }>();
  /** Get a page from any server as a browser with a cached copy does: if the server returns 304, return the cached copy. */
  async function look(url: string): Promise<VisitedPage & { unchanged: boolean }> {
    const { pathname, search } = new URL(url);
    const before = held.get(pathname + search);
    const page = await ask(url, before && { headers: { "If-None-Match": before.tag } });
    if (before && page.status === 304) return { ...before, ms: page.ms, unchanged: true };
    const tag = page.status === 200 ? page.headers.get("ETag") : null;
    if (tag) held.set(pathname + search, { ...page, tag });
    else held.delete(pathname + search);
    return { ...page, unchanged: false };
  }

  return {
    jar,
    get: (url: string) => ask(url),
    look,
    post,
    api: (method: string, url: string, body: unknown) =>
      ask(url, {
        method,
        body: JSON.stringify(body),
        headers: { "Content-Type": "application/json", Accept: "application/json" },
      }),
    async signIn(server: { url: string }, who: string) {
      const answer = await post(`${server.url}/login`, {
        login: `${who}@demo.test`,
        password: DEMO_PASSWORD,
      });
      if (answer.status !== 303) throw new Error(`${who} was not let in: ${answer.status}\n${answer.text}`);
      return answer;
    },
  };
}
export type Visitor = ReturnType<typeof createVisitor>;

/** The hidden fields of a page's form. */
export function getHiddenFields(page: VisitedPage): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [tag] of page.text.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1];
    if (name) fields[name] = /value="([^"]*)"/.exec(tag)?.[1] ?? "";
  }
  return fields;
}

/** Fill in the new ticket form for the demo's first job. */
export async function fillTicketForm(who: Visitor, server: { url: string }, volume = "50") {
  const page = await who.get(`${server.url}/trip-tickets/new?job_id=1`);
  const { submission_id = "" } = getHiddenFields(page);
  return {
    job_id: "1",
    submission_id,
    job_destination_id: "1",
    product: "5-746-0",
    estimated_volume: volume,
    estimated_wood_unit_type_id: "2",
    loads: "1",
  };
}

/** Creates a ticket on the demo's first job; returns its path. */
export async function createDemoTicket(who: Visitor, server: { url: string }): Promise<string> {
  const page = await who.post(`${server.url}/trip-tickets/new?job_id=1`, await fillTicketForm(who, server));
  if (page.status !== 303) throw new Error(`no ticket was made: ${page.status}\n${page.text}`);
  return page.location;
}

export async function waitForCondition(holds: () => Promise<boolean> | boolean, ms = 90_000) {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    if (await holds()) return;
    await new Promise((r) => setTimeout(r, 50));
  }
  throw new Error("it did not come to be");
}
