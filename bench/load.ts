import autocannon from "autocannon";
import { type Round, roundOf } from "./figures";

export const CONNECTIONS = 8;

/** Loads one address for some seconds. Throws when any answer is not the page: a fast error is no figure. */
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
