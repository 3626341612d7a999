import { Agent, request } from "node:http";
import autocannon from "autocannon";
import { type Round, roundOf } from "./figures";

export const CONNECTIONS = 8;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

/**
 * Load one address for some seconds. Throws if any answer isn't the page, because a fast error isn't a measurement.
 */
export function load(url: string, cookie: string, seconds: number): Promise<Round> {
  const times: number[] = [];
  return new Promise((resolve, reject) => {
    const start = performance.now();
    let last = start;
    const run = autocannon(
      {
        url,
        connections: CONNECTIONS,
        duration: seconds,
        headers: { cookie, "accept-encoding": "br" },
      },
      (error, result) => {
        const wrong = result.non2xx + result.errors + result.timeouts;
        if (error) reject(error);
        else if (wrong) reject(new Error(`${url}: ${wrong} answers were not the page.`));
        else if (times.length === 0) reject(new Error(`${url} gave no answer in ${seconds} s.`));
        else resolve(roundOf(times, last - start));
      },
    );
    run.on("response", (_client, _status, _bytes, milliseconds) => {
      times.push(milliseconds);
      last = performance.now();
    });
  });
}

/** Something that one visitor does; null when there is nothing left to do it to. */
export type Act = () => Promise<void> | null;

/** As many visitors as `load` has connections, each doing one thing after another for some seconds. */
export async function flood(act: Act, seconds: number): Promise<Round> {
  const times: number[] = [];
  const start = performance.now();
  let last = start;
  async function visitor() {
    while (performance.now() - start < seconds * 1000) {
      const from = performance.now();
      const done = act();
      if (!done) return;
      await done;
      last = performance.now();
      times.push(last - from);
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, visitor));
  return roundOf(times, last - start);
}

/**
 * So many a second, however long each takes: with time to spare between them nobody waits for anybody else, and
 * what is measured is the work itself.
 */
export async function steady(act: Act, perSecond: number, seconds: number): Promise<Round> {
  const times: number[] = [];
  const under: Promise<void>[] = [];
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
  return roundOf(times, performance.now() - start);
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

/** Signs in by the form; the session's cookie. */
export async function signIn(url: string, person: { email: string; password: string }): Promise<string> {
  const answer = await fetch(`${url}/login`, {
    method: "POST",
    body: new URLSearchParams({ login: person.email, password: person.password }),
    redirect: "manual",
  });
  const cookie = answer.headers.getSetCookie().find((c) => c.startsWith("tt_session="));
  if (answer.status !== 303 || !cookie) throw new Error(`The sign-in answered ${answer.status}.`);
  return cookie.split(";")[0] as string;
}
