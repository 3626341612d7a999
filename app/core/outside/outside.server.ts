import { outliving } from "#db/outliving";

/** The hosts that are asked for facts, and no others: addresses that a service names are held against this list too. */
const HOSTS = ["api.weather.gov"] as const;

const LIMIT_MS = 5_000;
const MOST_BYTES = 256 * 1024;
const MOST_REDIRECTS = 3;
/** What a service says when it is busy, which is often over in a moment. */
const BUSY = new Set([500, 502, 503, 504]);
/** How long to wait before each further try at a busy service. */
const WAITS_MS = [500, 1_500];
/** So many failures in a row pause a host for as long as this. */
const MOST_FAILURES = 5;
const PAUSE_MS = 600_000;

/** Why a service elsewhere gave no answer that could be used, in words for the log and for /admin. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  constructor(
    message: string,
    /** What it answered, where it did. */
    readonly status: number | null = null,
  ) {
    super(message);
  }
}

type Standing = { failures: number; pausedUntil: number };
const standings = outliving(new Map<string, Standing>());

/** Forget what is known of the hosts, as a process that starts does. */
export const forgetHosts = () => standings.clear();

type Options = {
  accept: string;
  userAgent: string;
  /** When it is, for the pause. */
  now?: () => number;
  /** Waits between tries; tests don't. */
  waits?: readonly number[];
  limitMs?: number;
  signal?: AbortSignal;
  /** The one host that may be asked in place of the list: the deployment named it. */
  host?: string;
};

/**
 * Ask a service elsewhere for a text. Only by the work queue or in the background of a page that stands: no page waits for it. It has five seconds for each try and 256 KB,
 * may send on within its own host, is asked twice more where it is busy, and is left alone for ten minutes after five failures
 * in a row. Throws {@link NoAnswer}.
 */
export async function askOutside(address: string, options: Options): Promise<string> {
  const { now = Date.now, waits = WAITS_MS } = options;
  const host = hostOf(address, options.host);
  const standing = standings.get(host) ?? { failures: 0, pausedUntil: 0 };
  standings.set(host, standing);
  if (now() < standing.pausedUntil)
    throw new NoAnswer(`${host} failed too often and is skipped for a while.`);
  try {
    const answer = await patiently(address, options, waits);
    standing.failures = 0;
    return answer;
  } catch (error) {
    // What isn't there is an answer too.
    if (error instanceof NoAnswer && error.status === 404) standing.failures = 0;
    else standing.failures += 1;
    if (standing.failures >= MOST_FAILURES) {
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
      if (!(error instanceof NoAnswer && error.status && BUSY.has(error.status))) throw error;
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
  let at = address;
  try {
    for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
      const response = await fetch(at, {
        headers: { Accept: accept, "User-Agent": userAgent },
        redirect: "manual",
        signal,
      });
      const next = response.headers.get("location");
      if (response.status >= 300 && response.status < 400 && next) {
        await response.body?.cancel();
        at = onward(at, next, host);
        continue;
      }
      if (response.ok) return await limited(response, hostOf(at, host));
      await response.body?.cancel();
      throw new NoAnswer(`${hostOf(at, host)} answered ${response.status}.`, response.status);
    }
    throw new NoAnswer(`${hostOf(at, host)} redirects too many times.`);
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    if (late.aborted) throw new NoAnswer(`${hostOf(at, host)} took longer than ${limitMs / 1000} seconds.`);
    throw new NoAnswer(`${hostOf(at, host)} could not be reached.`);
  }
}

/** Where a service sends on to: only within its own host. */
function onward(from: string, to: string, named: string | undefined): string {
  const next = URL.canParse(to, from) ? new URL(to, from).href : "";
  const host = hostOf(from, named);
  if (hostOf(next, named) !== host) throw new NoAnswer(`${host} redirects to another site.`);
  return next;
}

/** The host of an address that may be asked: https, one of the list at its usual port, or the one that the deployment named. */
function hostOf(address: string, named?: string): string {
  const { protocol, host, username } = URL.canParse(address) ? new URL(address) : new URL("none:");
  const known = (named ? [named] : HOSTS).find((name) => name === host);
  if (protocol !== "https:" || !known || username) throw new NoAnswer("This address is not on the list.");
  return known;
}

/** The text of an answer, which ends where it gets too long. */
async function limited(response: Response, host: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > MOST_BYTES) {
      // Nobody waits for the rest to be thrown away.
      void reader.cancel().catch(() => undefined);
      throw new NoAnswer(`${host} answered with more than 256 KB.`);
    }
    parts.push(value);
  }
  return Buffer.concat(parts).toString("utf8");
}
