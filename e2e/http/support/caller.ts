import { randomUUID } from "node:crypto";
import { DEMO_PASSWORD } from "../../../app/modules/dashboard/rules/demo";
import { type ReceivedResponse, send } from "./line";

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  /** The response's address after redirects. */
  url: string;
};
type Sent = {
  method?: string;
  /** Form fields, sent URL-encoded. */
  form?: Record<string, string>;
  /** Form fields, sent as multipart like a page with a file. */
  parts?: Record<string, string | Blob>;
  json?: unknown;
  /** Raw bytes; no content type unless `headers` names one. */
  bytes?: string | Uint8Array;
  headers?: Record<string, string>;
  /** Follow redirects, as a browser does. */
  follow?: boolean;
};

/** Accept no compression: compressing each response costs more than sending it within one machine. */
const STANDARD = {
  accept: "*/*",
  "accept-language": "*",
  "accept-encoding": "identity",
  "user-agent": "node",
};

/** Merge headers, ignoring case; the last header with the same name wins. */
const merged = (...all: Record<string, string | undefined>[]): Record<string, string> =>
  Object.fromEntries(
    all.flatMap((item) =>
      Object.entries(item).flatMap(([name, value]) =>
        value === undefined ? [] : [[name.toLowerCase(), value]],
      ),
    ),
  );

const utf8 = new TextDecoder();

/** Decodes the text and headers on first use: for most responses only the status is checked. */
class Said implements Answer {
  readonly status: number;
  constructor(
    readonly url: string,
    private readonly answered: ReceivedResponse,
  ) {
    this.status = answered.message.statusCode ?? 0;
  }
  private words: string | undefined;
  get text(): string {
    this.words ??= utf8.decode(this.answered.bytes);
    return this.words;
  }
  get headers(): Headers {
    const { rawHeaders } = this.answered.message;
    const headers = new Headers();
    for (let i = 0; i < rawHeaders.length; i += 2)
      headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "");
    return headers;
  }
}

/** Create an HTTP client that keeps the server's cookies, without a browser. */
export function createCaller(origin: string, always: Record<string, string> = {}) {
  const jar = new Map<string, string>();

  async function ask(path: string, sent: Sent = {}): Promise<Answer> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const { type, body } = await bodyOf(sent);
    const url = new URL(path, origin);
    const { message, bytes } = await send(url, {
      method: sent.method ?? (body === undefined ? "GET" : "POST"),
      body,
      headers: merged(
        STANDARD,
        always,
        { cookie: cookie || undefined, "content-type": type },
        sent.headers ?? {},
      ),
    });
    for (const line of message.headers["set-cookie"] ?? []) {
      const [, name = "", value = "", rest = ""] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
      if (/Max-Age=0/i.test(rest)) jar.delete(name);
      else jar.set(name, value);
    }
    url.hash = "";
    const answer = new Said(url.href, { message, bytes });
    const to = message.headers.location;
    if (sent.follow && to && answer.status >= 300 && answer.status < 400)
      return ask(new URL(to, url).href, { follow: true });
    return answer;
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
export type Caller = ReturnType<typeof createCaller>;

/** Encode a form as `URLSearchParams` does, but copy a long text of plain letters without encoding each letter. */
const wordsOf = (form: Record<string, string>): string =>
  Object.entries(form)
    .map(([name, value]) =>
      /^[\w.*-]*$/.test(value)
        ? `${new URLSearchParams([[name, ""]])}${value}`
        : new URLSearchParams([[name, value]]).toString(),
    )
    .join("&");

/** Return a body and its content type. Bytes have no content type, unlike a string. */
async function bodyOf({
  form,
  parts,
  json,
  bytes,
}: Sent): Promise<{ type?: string; body?: Uint8Array | string }> {
  if (form)
    return {
      type: "application/x-www-form-urlencoded;charset=UTF-8",
      body: wordsOf(form),
    };
  if (json !== undefined) return { type: "application/json", body: JSON.stringify(json) };
  if (bytes !== undefined) return { body: bytes };
  if (!parts) return {};
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) data.append(name, value);
  const packed = new Response(data);
  return {
    type: packed.headers.get("Content-Type") ?? "",
    body: new Uint8Array(await packed.arrayBuffer()),
  };
}

/** Sign in a person of the demo; "nobody" stays signed out. */
export async function signInPerson(origin: string, who: string): Promise<Caller> {
  const person = createCaller(origin);
  if (who !== "nobody") await person.signIn(who);
  return person;
}

/** Create an API client with a new key, created by a demo admin. */
export async function createApiClient(origin: string, admin: Caller, name: string): Promise<Caller> {
  const form = { name, form_id: randomUUID() };
  const { text } = await admin.ask("/company/api-keys", { form, follow: true });
  const token = /ttk_[\w-]{16}\.[\w-]{43}/.exec(text)?.[0] ?? "";
  return createCaller(origin, { Authorization: `Bearer ${token}` });
}
