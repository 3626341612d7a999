import { readdirSync, readFileSync } from "node:fs";
import autocannon from "autocannon";
import { percentile } from "./figures";

export const CONNECTIONS = 8;

/** Processor time of the server per response, and 95th percentile of the response times, both in milliseconds. */
export type Cost = { cpu: number; p95: number };

/** Return the processor time that all threads of a process have used so far, in milliseconds. Linux only. */
export function getProcessorTime(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, n) => sum + n, 0) / 1e6;
}

/** Return the resident memory of a process in megabytes. Linux only. */
export const getMemory = (pid: number): number =>
  Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);

/**
 * Request one page repeatedly, eight requests at once. Throws unless every response is the page, because a fast error
 * isn't a measurement.
 */
export function measureLoad(url: string, pid: number, cookie: string, amount: number): Promise<Cost> {
  const times: number[] = [];
  let failures = 0;
  const before = getProcessorTime(pid);
  return new Promise((resolve, reject) => {
    const run = autocannon(
      {
        url,
        connections: CONNECTIONS,
        amount,
        timeout: 60,
        headers: { cookie, "accept-encoding": "br" },
      },
      (error, result) => {
        failures += result.errors + result.timeouts;
        if (error) reject(error);
        else if (failures || !times.length)
          reject(new Error(`${url}: ${failures} answers were not the page.`));
        else resolve({ cpu: (getProcessorTime(pid) - before) / times.length, p95: percentile(times, 0.95) });
      },
    );
    run.on("response", (_client, status, _bytes, milliseconds) => {
      if (status !== 200) failures++;
      times.push(milliseconds);
    });
  });
}

/** Post forms one after another, and measure their cost. */
export async function measurePosts(pid: number, amount: number, post: () => Promise<unknown>): Promise<Cost> {
  const times: number[] = [];
  const before = getProcessorTime(pid);
  for (let i = 0; i < amount; i++) {
    const start = performance.now();
    await post();
    times.push(performance.now() - start);
  }
  return { cpu: (getProcessorTime(pid) - before) / amount, p95: percentile(times, 0.95) };
}

/** Fetch a page as a browser does. Throws unless the status is 200. */
export async function fetchPage(url: string, cookie: string): Promise<string> {
  const answer = await fetch(url, {
    headers: { Cookie: cookie, "Accept-Encoding": "br" },
    redirect: "manual",
  });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}.`);
  return answer.text();
}

/** Post a form, and return the redirect's address and the cookies. Throws unless the response is a redirect. */
export async function postForm(url: string, cookie: string, fields: Record<string, string>) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { Cookie: cookie },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  await answer.text();
  if (answer.status !== 303) throw new Error(`${url} answered the form with ${answer.status}.`);
  return { location: answer.headers.get("Location") ?? "", cookies: answer.headers.getSetCookie() };
}

/** Sign in and open a page once. Returns the cookies of a returning user, whose browser has the styles. */
export async function signIn(url: string, person: { email: string; password: string }): Promise<string> {
  const { cookies } = await postForm(`${url}/login`, "", { login: person.email, password: person.password });
  const session = cookies.find((c) => c.startsWith("tt_session="))?.split(";")[0];
  if (!session) throw new Error("The sign-in gave no session.");
  const answer = await fetch(`${url}/`, { headers: { Cookie: session } });
  await answer.text();
  const styles = answer.headers.getSetCookie().find((c) => c.startsWith("tt_styles="));
  return styles ? `${session}; ${styles.split(";")[0]}` : session;
}
