import { randomUUID } from "node:crypto";
import { DEMO_PASSWORD } from "../../app/features/home/demo";

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  /** Where the answer came from in the end. */
  url: string;
};
type Sent = {
  method?: string;
  /** A form as a page sends it. */
  form?: Record<string, string>;
  /** The same in parts, as a page with a file sends it. */
  parts?: Record<string, string | Blob>;
  json?: unknown;
  /** Bytes as they are; without a type where `headers` names none. */
  bytes?: string | Uint8Array;
  headers?: Record<string, string>;
  /** Goes where the answer sends it, as a browser does. */
  follow?: boolean;
};

/** Somebody who asks a server over HTTP and keeps its cookies, without a browser. */
export function caller(origin: string, always: Record<string, string> = {}) {
  const jar = new Map<string, string>();

  async function ask(path: string, sent: Sent = {}): Promise<Answer> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(new URL(path, origin), {
      method: sent.method ?? (sent.form || sent.parts || sent.json || sent.bytes ? "POST" : "GET"),
      redirect: "manual",
      ...bodyOf(sent),
      headers: {
        // Packing and unpacking each answer costs more than carrying it across one machine.
        "Accept-Encoding": "identity",
        ...always,
        ...(cookie ? { Cookie: cookie } : {}),
        ...(sent.json === undefined ? {} : { "Content-Type": "application/json" }),
        ...sent.headers,
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = "", rest = ""] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
      if (/Max-Age=0/i.test(rest)) jar.delete(name);
      else jar.set(name, value);
    }
    const text = await response.text();
    const to = response.headers.get("Location");
    if (sent.follow && to && response.status >= 300 && response.status < 400)
      return ask(new URL(to, response.url).href, { follow: true });
    return { status: response.status, headers: response.headers, text, url: response.url };
  }

  return {
    jar,
    ask,
    get: (path: string) => ask(path, { follow: true }),
    read: async (path: string) => (await ask(path, { follow: true })).text,
    post: async (path: string, form: Record<string, string>) => (await ask(path, { form })).status,
    async signIn(who: string) {
      const form = { login: `${who}@demo.test`, password: DEMO_PASSWORD };
      const { status } = await ask("/login", { form });
      if (status !== 303) throw new Error(`${who} was not let in: ${status}`);
    },
  };
}
export type Caller = ReturnType<typeof caller>;

/** Bytes carry no type of their own, as a string would. */
function bodyOf({ form, parts, json, bytes }: Sent): { body?: BodyInit } {
  if (form) return { body: new URLSearchParams(form) };
  if (json !== undefined) return { body: JSON.stringify(json) };
  if (bytes !== undefined) return { body: Buffer.from(bytes) };
  if (!parts) return {};
  const body = new FormData();
  for (const [name, value] of Object.entries(parts)) body.append(name, value);
  return { body };
}

/** A person of the demo, signed in; "nobody" is not. */
export async function personAt(origin: string, who: string): Promise<Caller> {
  const person = caller(origin);
  if (who !== "nobody") await person.signIn(who);
  return person;
}

/** A program with a key that an admin of the demo has just made. */
export async function programAt(origin: string, admin: Caller, name: string): Promise<Caller> {
  const form = { name, form_id: randomUUID() };
  const { text } = await admin.ask("/company/api-keys", { form, follow: true });
  const token = /ttk_[\w-]{16}\.[\w-]{43}/.exec(text)?.[0] ?? "";
  return caller(origin, { Authorization: `Bearer ${token}` });
}
