import { expect, test } from "vitest";
import type { Actor } from "./actor";
import { createListCookie, readLastList, readLastListQueries } from "./last-list.server";

const actor = { key: "u7c3" } as Actor;
const page = { query: "status=1&q=%231042&page=2", ids: [12, 9, 30], more: true };
const asked = (header: string) =>
  new Request("http://x.test/trip-tickets/9", { headers: { Cookie: header.split(";")[0] ?? "" } });
const remembered = (seen = page) => asked(createListCookie("tickets", actor, seen)["Set-Cookie"]);

test("remembers a list with its filters, its page and its rows in order", () => {
  expect(readLastList("tickets", remembered(), actor)).toEqual(page);
  expect(readLastListQueries(remembered(), actor)).toEqual({ "/trip-tickets": page.query });
  expect(createListCookie("jobs", actor, page)["Set-Cookie"]).toMatch(
    /^tt_jobs=.*; Path=\/jobs; SameSite=Lax; HttpOnly$/,
  );
});

test("doesn't show a remembered list to another user, or to the same user at another company", () => {
  for (const key of ["u8c3", "u7c4", "u7", "nobody"])
    expect(readLastList("tickets", remembered(), { key } as Actor)).toBeNull();
  expect(readLastListQueries(new Request("http://x.test/"), actor)).toBeUndefined();
});

test("a manipulated cookie can change only the query of the link back to the list", () => {
  const forged = (text: string) =>
    readLastList("tickets", asked(`tt_tickets=${encodeURIComponent(text)}`), actor);
  expect(forged('u7c3|1|x.1e9.-4.5|//evil.test\r\nSet-Cookie: a=b#"><b>')).toEqual({
    query: "%2F%2Fevil.test%0D%0ASet-Cookie%3A+a=b%23%22%3E%3Cb%3E",
    ids: [5],
    more: true,
  });
  expect(forged("u7c3")).toEqual({ query: "", ids: [], more: false });
  expect(readLastList("tickets", asked("tt_tickets=%E0%A4%A"), actor)).toBeNull();
});

test("remembers the rows but not the query if the query is too long for the cookie", () => {
  const query = `company_ids=${"1,".repeat(2000)}`;
  expect(readLastList("tickets", remembered({ ...page, query }), actor)).toEqual({
    query: "",
    ids: page.ids,
    more: false,
  });
});
