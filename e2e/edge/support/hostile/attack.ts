import { createVisitor, type Visitor } from "../visitor";

/** The server under attack and its process id. */
export type AttackTarget = {
  url: string;
  pid: number;
  /** Return a signed-in demo user by the first part of their email address; each user signs in only once. */
  as(who: string): Promise<Visitor>;
};

/** Response to one hostile request; status 0 means that the server cut the connection. */
export type Answer = { status: number; ms: number; bytes: number };

/**
 * One way to attack the server. `run` sends the attack and returns the responses, while the runner polls `/healthz`. To
 * add an attack, add a file to `attacks/` and its name to `attacks.ts`.
 */
export type Attack = {
  /** Code in the list of measured faults. */
  code: string;
  name: string;
  /** Skipped in the tests' short run because it takes minutes. */
  long?: boolean;
  /** Accepted statuses; by default any status except a server error (5xx). */
  right?: readonly number[];
  run(target: AttackTarget): Promise<Answer[]>;
};

export function createAttackTarget(app: { url: string; child: { pid?: number } }): AttackTarget {
  const known = new Map<string, Promise<Visitor>>();
  return {
    url: app.url,
    pid: app.child.pid ?? 0,
    as(who) {
      const signedIn =
        known.get(who) ??
        (async () => {
          const tab = createVisitor();
          await tab.signIn(app, who);
          return tab;
        })();
      known.set(who, signedIn);
      return signedIn;
    },
  };
}

export type HostileRequest = {
  method?: string;
  /** Sender of the request; by default nobody is signed in. */
  who?: Visitor;
  type?: string;
  body?: string | Uint8Array;
};

const FORM = "application/x-www-form-urlencoded";
export const JSON_TYPE = "application/json";

/** Send one request exactly as given, with a timeout of one minute. */
export async function send(target: AttackTarget, path: string, sent: HostileRequest): Promise<Answer> {
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

/** Build a multipart/form-data body from complete part heads and bodies, used exactly as given. */
export function buildMultipartBody(parts: readonly { head: string; body?: string }[]): {
  type: string;
  body: string;
} {
  const boundary = "hostile-boundary";
  const text = parts.map(({ head, body = "" }) => `--${boundary}\r\n${head}\r\n\r\n${body}\r\n`).join("");
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${text}--${boundary}--\r\n` };
}

export const formatPartHead = (name: string, more = "") =>
  `Content-Disposition: form-data; name="${name}"${more}`;
