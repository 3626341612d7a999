import { type Answer, Client, type Cookie, CookieJar, RequestApi } from "./client";
import { queryElements } from "./css";
import { Doc, type El } from "./dom";
import {
  buildSubmission,
  encodeMultipart,
  encodeQuery,
  getOwnerForm,
  isSubmitControl,
  listControls,
  listFormErrors,
  type Submission,
} from "./forms";
import { Locator, type LocatorOptions, type NameOptions } from "./locator";
import { isDisabled } from "./roles";
import { isShown } from "./seen";

/** A browser context whose pages share cookies. */
export class Context {
  readonly client: Client;
  readonly request: RequestApi;

  constructor(
    origin: string,
    cookies: Cookie[],
    headers: Record<string, string>,
    noted: (answer: Answer) => void,
  ) {
    this.client = new Client(origin, new CookieJar(cookies), headers, noted);
    this.request = new RequestApi(this.client);
  }
  /** Open a page synchronously. */
  page = () => new Page(this);
  newPage = async () => this.page();
  close = async () => {};
  clearCookies = async () => this.client.jar.clear();
  cookies = async () => this.client.jar.all();
  storageState = async () => ({ cookies: this.client.jar.all() });
  async addCookies(cookies: (Partial<Cookie> & { name: string; value: string })[]) {
    for (const cookie of cookies)
      this.client.jar.add({
        path: "/",
        expires: -1,
        httpOnly: false,
        secure: false,
        sameSite: "Lax",
        ...cookie,
      });
  }
}

type Download = { suggestedFilename(): string; createReadStream(): Promise<Buffer[]> };

/** Reload delay of a page, from its head or its response header. */
function refreshOf(doc: Doc, answer: Answer): number | null {
  const inHead = queryElements(doc, "meta[http-equiv]").find(
    ({ attributes }) => attributes["http-equiv"]?.toLowerCase() === "refresh",
  );
  const refresh = answer.headers().refresh ?? inHead?.attributes.content;
  return refresh === undefined ? null : Number.parseFloat(refresh);
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const BLANK = "<html><head><title></title></head><body></body></html>";

/** A page open in a browser without script, with Playwright's names for actions on it. */
export class Page {
  doc = new Doc(BLANK);
  /** Focused element: the page's initial focus, if any, and later the last element used. */
  focused: El | undefined;
  /** Seconds after which the page reloads itself, or null. */
  refresh: number | null = null;
  /** Reasons that the browser refused to send the last submitted form. */
  refused: string[] = [];
  private at = "about:blank";
  private source = BLANK;
  private readonly past: string[] = [];
  private ahead: string[] = [];
  private downloads: ((download: Download) => void)[] = [];
  readonly request: RequestApi;

  constructor(private readonly inside: Context) {
    this.request = inside.request;
  }
  context = () => this.inside;
  url = () => this.at;
  content = async () => this.source;
  title = async () => this.doc.title();
  close = async () => {};
  /** A page without script needs no waiting. */
  waitForLoadState = async () => {};

  async waitForURL(expected: string | RegExp | ((url: URL) => boolean)) {
    const is =
      typeof expected === "function"
        ? expected(new URL(this.at))
        : typeof expected === "string"
          ? new URL(expected, this.inside.client.origin).href === this.at
          : expected.test(this.at);
    if (!is) throw new Error(`The page is at ${this.at}, which is not what ${expected} waits for.`);
  }

  waitForEvent(name: string): Promise<Download> {
    if (name !== "download") throw new Error(`Only a browser tells of "${name}".`);
    return new Promise((resolve) => this.downloads.push(resolve));
  }

  goto = async (path: string) => this.open(new URL(path, this.inside.client.origin), {});
  reload = async () => this.open(new URL(this.at), {}, true);
  async goBack() {
    const to = this.past.pop();
    if (!to) throw new Error("There is no page to go back to.");
    this.ahead.push(this.at);
    return this.open(new URL(to), {}, true);
  }

  /** Go forward to the page last left with Back. */
  async goForward() {
    const to = this.ahead.pop();
    if (!to) throw new Error("There is no page to go forward to.");
    this.past.push(this.at);
    return this.open(new URL(to), {}, true);
  }

  /** Go to an address as a browser does when a user follows a link on this page. */
  async visit(to: string) {
    const url = new URL(to, this.at);
    if (url.hash && url.href.split("#")[0] === this.at.split("#")[0]) {
      this.at = url.href;
      return;
    }
    await this.open(url, this.from(url));
  }

  /**
   * Return the headers by which a browser reports the current page. Requests to any machine but this one fail; other
   * ports of this machine are sites started by a test.
   */
  private from(url: URL): Record<string, string> {
    const here = new URL(this.at);
    if (url.hostname !== here.hostname) throw new Error(`${url.href} leads to another site.`);
    if (url.origin !== here.origin) return { Referer: `${here.origin}/`, "Sec-Fetch-Site": "same-site" };
    return { Referer: here.href.split("#")[0] ?? "", "Sec-Fetch-Site": "same-origin" };
  }

  /** Submit a form by one of its buttons, or by Enter in one of its fields. */
  async submit(button: El | undefined, form: El | undefined, target?: { x: number; y: number }) {
    if (!form) throw new Error("The button belongs to no form, so that it does nothing without script.");
    const free = "novalidate" in form.attributes || (button && "formnovalidate" in button.attributes);
    this.refused = free ? [] : listFormErrors(this.doc, form);
    if (this.refused.length) return;
    await this.send(buildSubmission(this.doc, form, button, target));
  }

  /** Handle Enter in a field: press the form's first button. */
  async enter(field: El) {
    const form = getOwnerForm(this.doc, field);
    if (!form) throw new Error("The field belongs to no form.");
    const button = listControls(this.doc, form).find(isSubmitControl);
    if (!button || !isDisabled(button)) await this.submit(button, form);
  }

  private async send({ method, action, upload, entries }: Submission) {
    const url = new URL(action || this.at, this.at);
    const headers = this.from(url);
    if (method === "get") {
      url.search = encodeQuery(entries);
      await this.open(url, headers);
      return;
    }
    const sent = upload
      ? encodeMultipart(entries)
      : { type: "application/x-www-form-urlencoded", body: encodeQuery(entries) };
    const { origin } = new URL(this.at);
    await this.open(url, { ...headers, Origin: origin, "Content-Type": sent.type }, false, sent.body);
  }

  private async open(
    url: URL,
    headers: Record<string, string | undefined>,
    again = false,
    body?: Buffer | string,
  ): Promise<Answer> {
    const answer = await this.inside.client.follow(url, {
      method: body === undefined ? "GET" : "POST",
      body,
      headers: {
        Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "Accept-Language": "en-US",
        "Upgrade-Insecure-Requests": "1",
        "Sec-Fetch-Dest": "document",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Site": "none",
        ...headers,
      },
    });
    const { "content-disposition": kept = "", "content-type": type = "" } = answer.headers();
    if (kept.startsWith("attachment")) {
      const name = /filename="([^"]*)"/.exec(kept)?.[1] ?? "";
      const bytes = await answer.body();
      for (const resolve of this.downloads.splice(0))
        resolve({ suggestedFilename: () => name, createReadStream: async () => [bytes] });
      return answer;
    }
    if (answer.status() === 204) return answer;
    if (!again && this.at !== "about:blank") {
      this.past.push(this.at);
      this.ahead = [];
    }
    this.at = answer.url();
    this.source = type.startsWith("text/html")
      ? answer.said()
      : `<html><head><title></title></head><body><pre>${escaped(answer.said())}</pre></body></html>`;
    this.doc = new Doc(this.source);
    this.refused = [];
    this.refresh = refreshOf(this.doc, answer);
    this.focused = this.doc.all.find((element) => "autofocus" in element.attributes && isShown(element));
    return answer;
  }

  private get everything() {
    return new Locator(this, [], "the page");
  }
  locator = (selector: string, options?: LocatorOptions) => this.everything.locator(selector, options);
  getByRole = (role: string, options?: NameOptions) => this.everything.getByRole(role, options);
  getByText = (text: string | RegExp, options?: NameOptions) => this.everything.getByText(text, options);
  getByAltText = (text: string | RegExp, options?: NameOptions) =>
    this.everything.getByAltText(text, options);
  getByLabel = (text: string | RegExp, options?: NameOptions) => this.everything.getByLabel(text, options);
}
