import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect as is, test } from "vitest";
import { expect } from "./expect";
import { Context, type Page } from "./page";

type Asked = { method: string; path: string; headers: IncomingMessage["headers"]; body: string };

const pages: Record<string, string> = {};
const requests: Asked[] = [];
let page: Page;
let context: Context;
let origin = "";
/** Address of another site on this machine, such as a payment site. */
let elsewhere = "";
const servers = [1, 2].map(() => createServer(answer));
function answer(request: IncomingMessage, response: ServerResponse) {
  let body = "";
  request.on("data", (piece: Buffer) => {
    body += piece.toString("latin1");
  });
  request.on("end", () => {
    const path = request.url ?? "";
    requests.push({ method: request.method ?? "", path, headers: request.headers, body });
    const name = path.split("?")[0] ?? "";
    if (name === "/moved")
      response.writeHead(303, { Location: "/page#part", "Set-Cookie": "seen=1; Path=/" });
    else if (name === "/again") response.writeHead(307, { Location: "/sent" });
    else if (name === "/out")
      response.writeHead(303, { Location: "/page", "Set-Cookie": "seen=; Max-Age=0" });
    else if (name === "/file")
      response.writeHead(200, { "Content-Disposition": 'attachment; filename="a.csv"' });
    else if (name === "/soon") {
      const came = requests.filter((item) => item.path === "/soon").length > 2;
      response.writeHead(200, { "Content-Type": "text/html", ...(came ? {} : { Refresh: "0.01" }) });
      pages[name] = came ? "<main><p>Here it is</p></main>" : "<main><p>Wait</p></main>";
    } else response.writeHead(pages[name] ? 200 : 404, { "Content-Type": "text/html" });
    response.end(name === "/file" ? "a,b" : (pages[name] ?? "<main><h1>Nothing here</h1></main>"));
  });
}

beforeAll(async () => {
  const begun = servers.map(async (server) => {
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  [origin = "", elsewhere = ""] = await Promise.all(begun);
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  requests.length = 0;
  context = new Context(origin, [], {}, () => {});
  page = context.page();
});

async function show(html: string) {
  pages["/page"] = `<html><head><title>A page</title></head><body><main>${html}</main></body></html>`;
  pages["/sent"] ??= "<main><h1>Sent</h1></main>";
  await page.goto("/page");
  requests.length = 0;
}
const press = (name: string) => page.getByRole("button", { name }).click();
const sent = () => [...new URLSearchParams(requests[0]?.body)];

test("fails with the page's text for an ambiguous, missing, hidden or disabled element", async () => {
  await show(`<p>Read this</p><button>Save</button><button>Save all</button><button disabled>Never</button>
    <a href="/a" hidden>Away</a><label for="c">Color</label><input id="c" type="hidden">`);
  await is(press("Save")).rejects.toThrow(/2 elements, not one.*Read this/s);
  await is(press("Send")).rejects.toThrow(/finds nothing.*Read this/s);
  await is(press("Never")).rejects.toThrow("disabled");
  await is(page.getByText("Away").click()).rejects.toThrow("hidden");
  await is(page.getByRole("link").click()).rejects.toThrow("finds nothing");
  await is(page.getByLabel("Color").fill("red")).rejects.toThrow("finds nothing");
  await is(page.getByText("Read this").click()).rejects.toThrow("does nothing without script");
  await is(expect(page.getByText("Save")).toBeVisible()).rejects.toThrow("2 elements");
  is(requests).toEqual([]);
});

test("a form sends what a browser would: its own fields, ticked boxes, and no disabled fields", async () => {
  await show(`<form id="f" method="post" action="/sent"><input type="hidden" name="version" value="2">
      <label>Name <input name="name" value="Old"></label><label><input type="checkbox" name="a" value="1"> A</label>
      <label><input type="checkbox" name="b" checked> B</label><textarea name="notes" aria-label="Notes">\nOne</textarea>
      <label><input type="radio" name="r" value="x" checked> X</label><label><input type="radio" name="r" value="y"> Y</label>
      <label>Kind <select name="kind"><option value="">Choose</option><option value="7">Pulp wood</option></select></label>
      <select name="first"><option disabled>No</option><option>Yes</option></select><input name="dead" value="1" disabled>
      <fieldset disabled><legend><input name="legend" value="1"></legend><input name="dead2" value="1"></fieldset>
      <input value="nameless"><button name="go" value="save">Save</button><button name="go" value="drop">Drop</button></form>
    <input name="outside" value="1" form="f"><form><input name="else" value="1"></form>`);
  await page.getByLabel("Name").fill("New & old");
  await page.getByLabel("A", { exact: true }).check();
  await page.getByText("B", { exact: true }).click();
  await page.getByLabel("Y").check();
  await page.getByLabel("Kind").selectOption("Pulp wood");
  await page.getByLabel("Notes").fill("One\ntwo");
  await press("Drop");
  is(sent()).toEqual([
    ["version", "2"],
    ["name", "New & old"],
    ["a", "1"],
    ["notes", "One\r\ntwo"],
    ["r", "y"],
    ["kind", "7"],
    ["first", "Yes"],
    ["legend", "1"],
    ["go", "drop"],
    ["outside", "1"],
  ]);
  is(requests[0]?.headers).toMatchObject({
    origin,
    referer: `${origin}/page`,
    "sec-fetch-site": "same-origin",
  });
  await expect(page).toHaveURL("/sent");
});

test("a button overrides its form's method and address; an image button sends the clicked position", async () => {
  await show(`<form method="post" action="/sent"><input name="q" value="a b"><button formmethod="get" formaction="/moved">Find</button>
    <input type="image" name="at" alt="The map"></form><button form="g">Far</button><form id="g" action="/sent?old=1"><input name="x" value="1"></form>`);
  await page.getByRole("button", { name: "The map" }).click({ position: { x: 12.4, y: 9 } });
  is(sent().slice(1)).toEqual([
    ["at.x", "12"],
    ["at.y", "9"],
  ]);
  await page.goBack();
  await press("Far");
  is(requests.at(-1)?.path).toBe("/sent?x=1");
  await page.goBack();
  requests.length = 0;
  await press("Find");
  is(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /moved?q=a+b", "GET /page"]);
  is(page.url()).toBe(`${origin}/page#part`);
  is(requests[1]?.headers.cookie).toBe("seen=1");
  await page.goto("/out");
  is(await context.cookies()).toEqual([]);
});

test("an invalid form isn't sent and reports the reason, except with novalidate or formnovalidate", async () => {
  const fields = [
    ['<input aria-label="F" required>', "", "must be answered"],
    ['<input aria-label="F" pattern="[0-9]{2}">', "123", "does not have the form"],
    ['<input aria-label="F" type="number" min="2" max="4">', "5", "more than 4"],
    ['<input aria-label="F" type="number">', "1.5", "no step"],
    ['<input aria-label="F" type="date" min="2026-01-01">', "2025-12-31", "before"],
    ['<input aria-label="F" type="email">', "nobody", "not an email"],
    ['<input aria-label="F" minlength="3">', "ab", "too short"],
    ['<select aria-label="F" required><option value="">None</option></select>', null, "must be answered"],
    ['<input type="checkbox" aria-label="F" required>', null, "must be answered"],
    ['<input type="radio" name="r" aria-label="F" required>', null, "must be answered"],
    ['<input type="file" aria-label="F" required>', null, "must be answered"],
  ] as const;
  for (const [field, text, why] of fields) {
    await show(
      `<form method="post" action="/sent">${field}<button>Save</button><button formnovalidate>Skip</button></form>`,
    );
    if (text) await page.getByLabel("F").fill(text);
    await press("Save");
    is([requests.length, page.refused.join()], field).toEqual([0, is.stringContaining(why)]);
    await is(expect(page).toHaveURL("/sent")).rejects.toThrow(why);
    await press("Skip");
    is(requests.length, field).toBe(1);
  }
  await show('<form method="post" action="/sent" novalidate><input required><button>Save</button></form>');
  await press("Save");
  is(requests.length).toBe(1);
});

test("refuses or trims typed values like a browser", async () => {
  await show(`<input aria-label="Short" maxlength="3"><input aria-label="One line"><input type="number" aria-label="Count">
    <input aria-label="Fixed" readonly><input type="checkbox" aria-label="Box"><input type="date" aria-label="Day">`);
  await page.getByLabel("Short").fill("12345");
  await page.getByLabel("One line").fill("a\nb");
  await expect(page.getByLabel("Short")).toHaveValue("123");
  await expect(page.getByLabel("One line")).toHaveValue("ab");
  for (const [name, text] of [
    ["Count", "many"],
    ["Fixed", "x"],
    ["Box", "x"],
    ["Day", "soon"],
  ] as const)
    await is(page.getByLabel(name).fill(text), name).rejects.toThrow();
});

test("sends files as multipart; a download stays on the current page", async () => {
  await show(`<form method="post" action="/again" enctype="multipart/form-data"><input type="file" name="photo" aria-label="Photo">
    <input name="caption" value="Top"><button>Send</button></form><a href="/file">Take it</a>`);
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "Take it" }).click();
  is((await waiting).suggestedFilename()).toBe("a.csv");
  is(page.url()).toBe(`${origin}/page`);
  requests.length = 0;
  const buffer = Buffer.from([0, 255, 10]);
  await page.getByLabel("Photo").setInputFiles({ name: "a.png", mimeType: "image/png", buffer });
  await press("Send");
  const [first, second] = requests;
  is([first?.path, second?.path, second?.method]).toEqual(["/again", "/sent", "POST"]);
  is(second?.body).toBe(first?.body);
  is(first?.body).toContain(
    `name="photo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n\u0000\u00ff\n\r\n--`,
  );
  is(first?.body).toContain('name="caption"\r\n\r\nTop\r\n');
});

test("closed details show only their summary until it is pressed; a click on a label ticks its box", async () => {
  await show(`<details><summary>More</summary><p>Inside</p><label><input type="checkbox"> Tick</label></details>
    <dialog><p>Asked</p></dialog><noscript><p>No script here</p><a href="/a">Plain way</a></noscript>`);
  await expect(page.getByText("Inside")).toBeHidden();
  await expect(page.getByText("Asked")).toBeHidden();
  await is(page.getByLabel("Tick").check()).rejects.toThrow("hidden");
  await page.getByText("More").click();
  await expect(page.getByText("Inside")).toBeVisible();
  await page.getByText("Tick").click();
  await expect(page.getByLabel("Tick")).toBeChecked();
  await expect(page.getByRole("link", { name: "Plain way" })).toBeVisible();
  is(await page.locator("main").innerText()).toBe("More\nInside\nTick\nNo script here\nPlain way");
});

test("roles and names are those reported to assistive technology", async () => {
  await show(`<h2>Loads <span hidden>none</span></h2><nav aria-label="Main"><a href="/a"><img alt="" src="x"><b>Go</b> on</a></nav>
    <section aria-labelledby="t"><h3 id="t">Yard</h3></section><section><p>Nameless</p></section>
    <table><caption>Rates</caption><tbody><tr><td>Aspen</td><td>12</td></tr></tbody></table><a>Not a link</a>
    <fieldset><legend>Which?</legend><label><input type="radio" name="r"> One</label></fieldset>
    <button aria-label="Close"><svg aria-hidden="true"></svg></button><div aria-hidden="true"><button>Silent</button></div>`);
  for (const [role, name] of [
    ["heading", "Loads"],
    ["navigation", "Main"],
    ["link", "Go on"],
    ["region", "Yard"],
    ["table", "Rates"],
    ["row", "Aspen 12"],
    ["group", "Which?"],
    ["radio", "One"],
    ["button", "Close"],
  ] as const)
    is(await page.getByRole(role, { name, exact: true }).count(), `${role} ${name}`).toBe(1);
  is(await page.getByRole("button", { name: "Silent" }).count()).toBe(0);
  is(await page.getByRole("region").count()).toBe(1);
  is(await page.getByRole("link").count()).toBe(1);
  is(await page.getByRole("heading", { level: 3 }).count()).toBe(1);
});

test("selectors, filters and positions work like Playwright's", async () => {
  await show(
    `<ul class="rows"><li>One <a rel="next" href="/1">1</a></li><li class="x y">Two <b>bold</b></li><li data-n="3">Three</li></ul>`,
  );
  const items = page.getByRole("listitem");
  is(await items.filter({ hasText: "two" }).allInnerTexts()).toEqual(["Two bold"]);
  is(await items.filter({ has: page.getByRole("link") }).count()).toBe(1);
  is(await items.last().innerText()).toBe("Three");
  for (const [selector, count] of [
    ["ul.rows > li", 3],
    ["li:has(> a[rel=next]), .x.y b", 2],
    ["li:not([data-n])", 2],
    ['[data-n^="3"]:last-child', 1],
    ["main li a", 1],
    [".x ~ li", 1],
    [".x + li", 1],
    ["body > li", 0],
  ] as const)
    is(await page.locator(selector).count(), selector).toBe(count);
  is(() => page.locator("li:hover").found()).toThrow("does not know");
  is(() => Reflect.get(expect(items.first()), "toHaveCSS")).toThrow("Only a browser");
});

test("waits for a page that reloads itself, but doesn't wait for other pages", async () => {
  await page.goto("/soon");
  await expect(page.getByText("Here it is")).toBeVisible();
  await is(expect(page.getByText("Wait")).toBeVisible()).rejects.toThrow("does not hold");
});

test("forms and links to another site on this machine work, and send a referrer without a path", async () => {
  pages["/there"] = "<main><form method='post' action='/sent'><button>Pay</button></form></main>";
  await show(`<form method="post" action="${elsewhere}/sent"><button>Go</button></form>`);
  const comes = { referer: `${origin}/`, "sec-fetch-site": "same-site" };
  await press("Go");
  is(page.url()).toBe(`${elsewhere}/sent`);
  is(requests[0]).toMatchObject({ method: "POST", headers: { origin, ...comes } });
  await show(`<a href="${elsewhere}/there">There</a>`);
  await page.getByText("There").click();
  is(requests[0]?.headers).toMatchObject(comes);
  await press("Pay");
  is(page.url()).toBe(`${elsewhere}/sent`);
  is(requests[1]?.headers).toMatchObject({ origin: elsewhere, "sec-fetch-site": "same-origin" });
});

test("Enter presses the form's first button; links to other machines or new windows are refused", async () => {
  await show(`<form method="post" action="/sent"><input name="q" aria-label="Q"><button name="go" value="1">A</button><button name="go" value="2">B</button></form>
    <a href="https://elsewhere.example/">Off</a><a href="/x" target="_blank">New</a>`);
  await is(page.getByText("Off").click()).rejects.toThrow("another site");
  await is(page.getByText("New").click()).rejects.toThrow("another window");
  await page.getByLabel("Q").press("Enter");
  is(sent()).toEqual([
    ["q", ""],
    ["go", "1"],
  ]);
});
