import { registerResettable } from "~/lib/process-state";

/** Only hosts that may be requested; redirect targets are checked against this list too. */
const HOSTS = ["api.weather.gov"] as const;

const LIMIT_MS = 5_000;
const MAX_BYTES = 256 * 1024;
const MAX_REDIRECTS = 3;
/** Status codes of a busy service, which often recovers in a moment. */
const BUSY = new Set([500, 502, 503, 504]);
/** Delays in milliseconds before each retry of a busy service. */
const WAITS_MS = [500, 1_500];
/** Number of failures in a row that pause a host, and the length of the pause in milliseconds. */
const MAX_FAILURES = 5;
const PAUSE_MS = 600_000;

/** Reason why an external service gave no usable response, in words for the log and for /admin. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswer";
  constructor(
    message: string,
    /** Status of the response, if any. */
    readonly status: number | null = null,
  ) {
    super(message);
  }
}

type Standing = { failures: number; pausedUntil: number };
const standings = registerResettable(new Map<string, Standing>());

/** Clear the state of all hosts, as after a process start. */
export const resetHostStates = () => standings.clear();

type Options = {
  accept: string;
  userAgent: string;
  /** Current time, for the pause. */
  now?: () => number;
  /** Delays between tries in milliseconds; tests don't wait. */
  waits?: readonly number[];
  limitMs?: number;
  signal?: AbortSignal;
  /** Single host allowed instead of the list, configured by the deployment. */
  host?: string;
};

/**
 * Request text from an external service. Call this only from the work queue or in the background of a page already
 * shown, so that no page waits for it. Each try has five seconds and 256 KB, and redirects may stay within the host. A
 * busy service is retried twice, and five failures in a row pause the host for ten minutes. Throws {@link
 * NoAnswerError}.
 */
export async function fetchExternal(address: string, options: Options): Promise<string> {
  const { now = Date.now, waits = WAITS_MS } = options;
  const host = hostOf(address, options.host);
  const standing = standings.get(host) ?? { failures: 0, pausedUntil: 0 };
  standings.set(host, standing);
  if (now() < standing.pausedUntil)
    throw new NoAnswerError(`${host} failed too often and is skipped for a while.`);
  try {
    const answer = await patiently(address, options, waits);
    standing.failures = 0;
    return answer;
  } catch (error) {
    // Count a 404 as a valid response.
    if (error instanceof NoAnswerError && error.status === 404) standing.failures = 0;
    else standing.failures += 1;
    if (standing.failures >= MAX_FAILURES) {
      standing.failures = 0;
      standing.pausedUntil = now() + PAUSE_MS;
    }
    throw error;
  }
}

async function patiently(address: string, options: Options, waits: readonly number[]): Promise<string> {
  for (const wait of waits) {
    try {
      return await once(address, options);
    } catch (error) {
      if (!(error instanceof NoAnswerError && error.status && BUSY.has(error.status))) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
    options.signal?.throwIfAborted();
  }
  return once(address, options);
}

async function once(address: string, options: Options): Promise<string> {
  const { accept, userAgent, limitMs = LIMIT_MS, host } = options;
  const late = AbortSignal.timeout(limitMs);
  const signal = options.signal ? AbortSignal.any([late, options.signal]) : late;
  let instant = address;
  try {
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const response = await fetch(instant, {
        headers: { Accept: accept, "User-Agent": userAgent },
        redirect: "manual",
        signal,
      });
      const next = response.headers.get("location");
      if (response.status >= 300 && response.status < 400 && next) {
        await response.body?.cancel();
        instant = onward(instant, next, host);
        continue;
      }
      if (response.ok) return await limited(response, hostOf(instant, host));
      await response.body?.cancel();
      throw new NoAnswerError(`${hostOf(instant, host)} answered ${response.status}.`, response.status);
    }
    throw new NoAnswerError(`${hostOf(instant, host)} redirects too many times.`);
  } catch (error) {
    if (error instanceof NoAnswerError) throw error;
    if (late.aborted)
      throw new NoAnswerError(`${hostOf(instant, host)} took longer than ${limitMs / 1000} seconds.`);
    throw new NoAnswerError(`${hostOf(instant, host)} could not be reached.`);
  }
}

/** Return the target of a service's redirect, which must be on the same host. */
function onward(from: string, to: string, named: string | undefined): string {
  const next = URL.canParse(to, from) ? new URL(to, from).href : "";
  const host = hostOf(from, named);
  if (hostOf(next, named) !== host) throw new NoAnswerError(`${host} redirects to another site.`);
  return next;
}

/**
 * Return the host of an address if it may be requested: https, and either on the list at its usual port or configured
 * by the deployment.
 */
function hostOf(address: string, named?: string): string {
  const { protocol, host, username } = URL.canParse(address) ? new URL(address) : new URL("none:");
  const known = (named ? [named] : HOSTS).find((name) => name === host);
  if (protocol !== "https:" || !known || username)
    throw new NoAnswerError("This address is not on the list.");
  return known;
}

/** Read the text of a response, aborting if it gets too long. */
async function limited(response: Response, host: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > MAX_BYTES) {
      // Don't wait until the rest of the response is discarded.
      void reader.cancel().catch(() => undefined);
      throw new NoAnswerError(`${host} answered with more than 256 KB.`);
    }
    parts.push(value);
  }
  return Buffer.concat(parts).toString("utf8");
}
