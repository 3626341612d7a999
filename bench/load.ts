import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import autocannon from "autocannon";
import { type Round, roundOf } from "./figures";

export const CONNECTIONS = 8;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

/** What all threads of a process have had of the processor so far, in milliseconds. Linux alone tells. */
export function processorTime(pid: number | undefined): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, n) => sum + n, 0) / 1e6;
}

/** Where a page is asked for, and which process answers. */
export type Asked = { url: string; pid: number | undefined };

/**
 * Ask for one address so many times, eight at once: by number, since on a busy machine a second is worth anything. Throws if any answer isn't the page, because a fast error isn't a measurement.
 */
export function load(
  { url, pid }: Asked,
  cookie: string,
  answers: number,
  holds?: { tag: string },
): Promise<Round> {
  const times: number[] = [];
  const before = processorTime(pid);
  const expected = holds ? 304 : 200;
  let wrong = 0;
  return new Promise((resolve, reject) => {
    const start = performance.now();
    let last = start;
    const run = autocannon(
      {
        url,
        connections: CONNECTIONS,
        amount: answers,
        timeout: 60,
        // How often it looks whether all have come: a whole second would lie between the servers' turns.
        sampleInt: 10,
        headers: { cookie, "accept-encoding": "br", ...(holds ? { "if-none-match": holds.tag } : {}) },
      },
      (error, result) => {
        wrong += result.errors + result.timeouts;
        if (error) reject(error);
        else if (wrong) reject(new Error(`${url}: ${wrong} answers were not the page.`));
        else if (times.length === 0) reject(new Error(`${url} gave no answer.`));
        else resolve(roundOf(times, last - start, processorTime(pid) - before));
      },
    );
    run.on("response", (_client, status, _bytes, milliseconds) => {
      if (status !== expected) wrong++;
      times.push(milliseconds);
      last = performance.now();
    });
  });
}

/** Something that one visitor does; null when there is nothing left to do it to. */
export type Act = () => Promise<void> | null;

/** As many visitors as `load` has connections, each doing one thing after another until all are done. */
export async function flood(act: Act, answers: number, pid: number | undefined): Promise<Round> {
  const times: number[] = [];
  const before = processorTime(pid);
  const start = performance.now();
  let last = start;
  let begun = 0;
  async function visitor() {
    while (begun < answers) {
      begun++;
      const from = performance.now();
      const done = act();
      if (!done) return;
      await done;
      last = performance.now();
      times.push(last - from);
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, visitor));
  return roundOf(times, last - start, processorTime(pid) - before);
}

/**
 * So many a second, however long each takes: with time to spare between them nobody waits for anybody else, and
 * what is measured is the work itself.
 */
export async function steady(
  act: Act,
  perSecond: number,
  seconds: number,
  pid: number | undefined,
): Promise<Round> {
  const times: number[] = [];
  const under: Promise<void>[] = [];
  const before = processorTime(pid);
  const start = performance.now();
  for (let i = 0; i < perSecond * seconds; i++) {
    const wait = start + (i * 1000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const from = performance.now();
    const done = act();
    if (!done) break;
    under.push(done.then(() => void times.push(performance.now() - from)));
  }
  await Promise.all(under);
  return roundOf(times, performance.now() - start, processorTime(pid) - before);
}

export type Answer = { status: number; location: string; encoding: string };

/** Asks over a kept connection and reads the answer to its end. */
export function ask(url: string, cookie: string, fields?: Record<string, string>): Promise<Answer> {
  const body = fields && new URLSearchParams(fields).toString();
  const headers = {
    cookie,
    "accept-encoding": "br",
    ...(body === undefined
      ? {}
      : { "content-type": "application/x-www-form-urlencoded", "content-length": Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: body === undefined ? "GET" : "POST", headers }, (answer) => {
      answer.resume();
      answer.once("error", reject);
      answer.once("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          location: answer.headers.location ?? "",
          encoding: answer.headers["content-encoding"] ?? "",
        }),
      );
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

/** The tag of a page that a browser may hold, and how many bytes a second look takes; null for a page that it may not. */
export async function heldAs(url: string, cookie: string): Promise<{ tag: string; bytes: number } | null> {
  const headers = { Cookie: cookie, "Accept-Encoding": "br" };
  const tag = (await fetch(url, { headers, redirect: "manual" })).headers.get("ETag");
  if (!tag) return null;
  const again = await fetch(url, { headers: { ...headers, "If-None-Match": tag }, redirect: "manual" });
  if (again.status !== 304) return null;
  const said = [...again.headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return { tag, bytes: Buffer.byteLength(`HTTP/1.1 304 Not Modified\r\n${said}\r\n`) };
}

/** A page as a browser gets it. Throws when it is not there or not compressed. */
export async function document(url: string, cookie: string): Promise<string> {
  const answer = await fetch(url, {
    headers: { Cookie: cookie, "Accept-Encoding": "br" },
    redirect: "manual",
  });
  const html = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}.`);
  if (answer.headers.get("Content-Encoding") !== "br") throw new Error(`${url} came without Brotli.`);
  return html;
}

/** Signs in by the form and looks at a page: the cookies of somebody who comes again, who has the styles. */
export async function signIn(url: string, person: { email: string; password: string }): Promise<string> {
  const answer = await fetch(`${url}/login`, {
    method: "POST",
    body: new URLSearchParams({ login: person.email, password: person.password }),
    redirect: "manual",
  });
  const cookie = answer.headers.getSetCookie().find((c) => c.startsWith("tt_session="));
  if (answer.status !== 303 || !cookie) throw new Error(`The sign-in answered ${answer.status}.`);
  const session = cookie.split(";")[0] as string;
  const looked = await fetch(`${url}/`, { headers: { Cookie: session } });
  await looked.text();
  const styles = looked.headers.getSetCookie().find((c) => c.startsWith("tt_styles="));
  return styles ? `${session}; ${styles.split(";")[0]}` : session;
}
