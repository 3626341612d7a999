import { type Visitor, visitor } from "../visitor";

/** The server under attack, and the process it runs in. */
export type Target = {
  url: string;
  pid: number;
  /** A signed-in person of the demo by the first part of their email; signed in once and reused. */
  as(who: string): Promise<Visitor>;
};

/** Answer to one hostile request; status 0 is a line that the server cut. */
export type Answer = { status: number; ms: number; bytes: number };

/**
 * One way to bring the server down. `run` sends it and returns the answers; the runner polls `/healthz` during the
 * attack. To add one: a file in `attacks/`, and its name in `attacks.ts`.
 */
export type Attack = {
  /** Its code in the list of measured faults. */
  code: string;
  name: string;
  /** Skipped in the short run that the tests make, since it takes long. */
  long?: boolean;
  /** Statuses that are right; by default any that is not a fault of the server's. */
  right?: readonly number[];
  run(target: Target): Promise<Answer[]>;
};

export function targetOf(app: { url: string; child: { pid?: number } }): Target {
  const known = new Map<string, Promise<Visitor>>();
  return {
    url: app.url,
    pid: app.child.pid ?? 0,
    as(who) {
      const signedIn =
        known.get(who) ??
        (async () => {
          const tab = visitor();
          await tab.signIn(app, who);
          return tab;
        })();
      known.set(who, signedIn);
      return signedIn;
    },
  };
}

export type Sent = {
  method?: string;
  /** Sender of the request; by default nobody is signed in. */
  who?: Visitor;
  type?: string;
  body?: string | Uint8Array;
};

const FORM = "application/x-www-form-urlencoded";
export const JSON_TYPE = "application/json";

/** Sends one request unchanged, and waits a minute at most. */
export async function send(target: Target, path: string, sent: Sent): Promise<Answer> {
  const start = performance.now();
  const cookie = [...(sent.who?.jar ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
  const done = (status: number, bytes: number) => ({ status, bytes, ms: performance.now() - start });
  try {
    const response = await fetch(target.url + path, {
      method: sent.method ?? "POST",
      redirect: "manual",
      headers: { ...(sent.body ? { "Content-Type": sent.type ?? FORM } : {}), Cookie: cookie },
      body: sent.body as BodyInit | undefined,
      signal: AbortSignal.timeout(60_000),
    });
    return done(response.status, (await response.arrayBuffer()).byteLength);
  } catch {
    return done(0, 0);
  }
}

/** A body of multipart/form-data: parts passed unchanged, by name and text or as whole heads. */
export function multipart(parts: readonly { head: string; body?: string }[]): { type: string; body: string } {
  const boundary = "hostile-boundary";
  const text = parts.map(({ head, body = "" }) => `--${boundary}\r\n${head}\r\n\r\n${body}\r\n`).join("");
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${text}--${boundary}--\r\n` };
}

export const named = (name: string, more = "") => `Content-Disposition: form-data; name="${name}"${more}`;
