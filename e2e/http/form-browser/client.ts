import type { IncomingMessage } from "node:http";
import { type SentRequest, send } from "../support/line";
import type { Upload } from "./dom";
import { type Entry, encodeMultipart, encodeQuery } from "./forms";

export type Cookie = {
  name: string;
  value: string;
  path: string;
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite: string;
};

/** A server's response, with Playwright's names for its methods. */
export class Answer {
  constructor(
    private readonly at: string,
    private readonly message: IncomingMessage,
    private readonly bytes: Buffer,
  ) {}
  status = () => this.message.statusCode ?? 0;
  ok = () => this.status() >= 200 && this.status() < 300;
  url = () => this.at;
  headers = (): Record<string, string> =>
    Object.fromEntries(
      Object.entries(this.message.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join("\n") : (value ?? ""),
      ]),
    );
  body = async () => this.bytes;
  text = async () => this.bytes.toString("utf8");
  json = async () => JSON.parse(this.bytes.toString("utf8"));
  /** Return the body as text, synchronously. */
  said = () => this.bytes.toString("utf8");
}

/** Cookies of one visitor, stored and sent as a browser does. */
export class CookieJar {
  private kept: Cookie[] = [];

  constructor(cookies: Cookie[] = []) {
    this.kept = cookies.map((cookie) => ({ ...cookie }));
  }
  all = (): Cookie[] => this.kept.map((cookie) => ({ ...cookie }));
  clear() {
    this.kept = [];
  }
  add(cookie: Cookie) {
    this.kept = this.kept.filter(({ name, path }) => name !== cookie.name || path !== cookie.path);
    if (cookie.expires === -1 || cookie.expires * 1000 > Date.now()) this.kept.push(cookie);
  }
  for(url: URL): string | undefined {
    const near = this.kept.filter(
      ({ path }) => url.pathname === path || url.pathname.startsWith(path.endsWith("/") ? path : `${path}/`),
    );
    return near.map(({ name, value }) => `${name}=${value}`).join("; ") || undefined;
  }
  take(lines: string[]) {
    for (const line of lines) {
      const [pair = "", ...rest] = line.split(/;\s*/);
      const map = new Map(
        rest.map((part) => {
          const [name = "", ...value] = part.split("=");
          return [name.toLowerCase(), value.join("=")];
        }),
      );
      const index = pair.indexOf("=");
      const age = map.get("max-age");
      const until = map.get("expires");
      const expires = age !== undefined ? Date.now() / 1000 + Number(age) : Date.parse(until ?? "") / 1000;
      this.add({
        name: pair.slice(0, index),
        value: pair.slice(index + 1),
        path: map.get("path") || "/",
        expires: age === undefined && until === undefined ? -1 : expires,
        httpOnly: map.has("httponly"),
        secure: map.has("secure"),
        sameSite: map.get("samesite") ?? "Lax",
      });
    }
  }
}

/** A visitor's connection to the server: its cookies, and the headers sent with every request. */
export class Client {
  constructor(
    readonly origin: string,
    readonly jar: CookieJar,
    private readonly always: Record<string, string> = {},
    private readonly noted: (answer: Answer) => void = () => {},
  ) {}

  /** Send one request, without following redirects. */
  async ask(url: URL, query: SentRequest = {}): Promise<Answer> {
    const headers = { ...this.always, Cookie: this.jar.for(url), ...query.headers };
    const { message, bytes } = await send(url, { ...query, headers });
    const answer = new Answer(url.href, message, bytes);
    this.jar.take(answer.headers()["set-cookie"]?.split("\n") ?? []);
    this.noted(answer);
    return answer;
  }

  /** Send a request and follow its redirects. */
  async follow(url: URL, query: SentRequest, most = 20): Promise<Answer> {
    const answer = await this.ask(url, query);
    const to = answer.headers().location;
    if (![301, 302, 303, 307, 308].includes(answer.status()) || !to || most === 0) return answer;
    const next = new URL(to, url);
    if (!next.hash) next.hash = url.hash;
    if (answer.status() > 303) return this.follow(next, query, most - 1);
    const { "Content-Type": _, ...headers } = query.headers ?? {};
    const method = query.method === "HEAD" ? "HEAD" : "GET";
    return this.follow(next, { method, headers }, most - 1);
  }
}

type Options = {
  method?: string;
  headers?: Record<string, string>;
  data?: unknown;
  form?: Record<string, string | number | boolean>;
  multipart?: Record<string, string | number | boolean | Upload>;
  maxRedirects?: number;
};

function bodyOf({ data, form, multipart }: Options): { type?: string; body?: Buffer | string } {
  if (form)
    return {
      type: "application/x-www-form-urlencoded",
      body: encodeQuery(Object.entries(form).map(([name, value]): Entry => [name, String(value)])),
    };
  if (multipart)
    return encodeMultipart(
      Object.entries(multipart).map(
        ([name, value]): Entry => [name, typeof value === "object" ? value : String(value)],
      ),
    );
  if (data === undefined) return {};
  if (typeof data === "string" || Buffer.isBuffer(data)) return { type: "text/plain", body: data };
  return { type: "application/json", body: JSON.stringify(data) };
}

/** Playwright's `request`: requests outside the page, with its cookies. */
export class RequestApi {
  constructor(private readonly client: Client) {}

  fetch(path: string, options: Options = {}): Promise<Answer> {
    const { type, body } = bodyOf(options);
    const query = {
      method: options.method ?? "GET",
      headers: { Accept: "*/*", ...(type ? { "Content-Type": type } : {}), ...options.headers },
      body,
    };
    return this.client.follow(new URL(path, this.client.origin), query, options.maxRedirects ?? 20);
  }
  get = (path: string, options: Options = {}) => this.fetch(path, { ...options, method: "GET" });
  head = (path: string, options: Options = {}) => this.fetch(path, { ...options, method: "HEAD" });
  post = (path: string, options: Options = {}) => this.fetch(path, { ...options, method: "POST" });
  put = (path: string, options: Options = {}) => this.fetch(path, { ...options, method: "PUT" });
  patch = (path: string, options: Options = {}) => this.fetch(path, { ...options, method: "PATCH" });
  delete = (path: string, options: Options = {}) => this.fetch(path, { ...options, method: "DELETE" });
  storageState = async () => ({ cookies: this.client.jar.all() });
  dispose = async () => {};
}
