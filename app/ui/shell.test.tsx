import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { getCrumbs } from "../crumbs";
import { AppShell, getPageTitle, PublicFrame, type ShellProps } from "./shell";

const nav: ShellProps["nav"] = [
  { href: "/", label: "Dashboard", icon: "home" },
  { href: "/jobs", label: "Jobs", icon: "jobs" },
  { href: "/trip-tickets", label: "Trip Tickets", icon: "tickets", badge: 3 },
  { href: "/company", label: "Company", icon: "company" },
];
const item = { id: 1, name: "Superior Land & Timber" };
const other = { id: 2, name: "Two Hearted Logging" };
const shell = (props: Partial<ShellProps> = {}) =>
  renderToStaticMarkup(
    <AppShell
      company={item}
      companies={[item]}
      subscription="Professional"
      personName="Aino Lindqvist"
      nav={nav}
      more={[{ href: "/releases", label: "What's new", icon: "news" }]}
      here="/trip-tickets/184"
      crumbs={getCrumbs("/trip-tickets/184")}
      {...props}
    >
      <h1>Trip Ticket #1166</h1>
    </AppShell>,
  );

describe("the breadcrumbs of a page", () => {
  it.each([
    ["/", ["Dashboard /"]],
    ["/trip-tickets", ["Dashboard /", "Trip Tickets /trip-tickets"]],
    [
      "/trip-tickets/184/edit-details",
      [
        "Dashboard /",
        "Trip Tickets /trip-tickets",
        "184 /trip-tickets/184",
        "Edit Details /trip-tickets/184/edit-details",
      ],
    ],
    [
      "/company/api-keys/4/revocation",
      [
        "Dashboard /",
        "Company /company",
        "API Keys /company/api-keys",
        "Revocation /company/api-keys/4/revocation",
      ],
    ],
    // The breadcrumb of an item without its own page links to the page that lists it.
    ["/users/2", ["Dashboard /", "Users /company/people", "2 /users/2"]],
    [
      "/company/crews/new",
      ["Dashboard /", "Company /company", "Crews /company/people", "New /company/crews/new"],
    ],
    [
      "/jobs/1/companies/3/contracts/haul",
      [
        "Dashboard /",
        "Jobs /jobs",
        "1 /jobs/1",
        "Companies /jobs/1/companies",
        "Contracts /jobs/1/companies",
        "Haul /jobs/1/companies/3/contracts/haul",
      ],
    ],
    [
      "/trip-tickets/export/templates/FPA",
      [
        "Dashboard /",
        "Trip Tickets /trip-tickets",
        "Export /trip-tickets/export",
        "Templates /trip-tickets/export",
        "FPA /trip-tickets/export/templates/FPA",
      ],
    ],
  ])("the breadcrumbs of %s are correct", (path, expected) => {
    expect(getCrumbs(path).map((c) => `${c.label} ${c.href}`)).toEqual(expected);
  });

  it.each([
    ["/", "Dashboard"],
    ["/trip-tickets/184", "Trip Tickets"],
    ["/trip-tickets/184/claim", "Claim"],
  ])("at %s a phone's top bar shows the title %s", (path, place) => {
    expect(getPageTitle(getCrumbs(path))).toBe(place);
  });
});

describe("the page frame", () => {
  it("lets keyboard users skip to the content", () => {
    const html = shell();
    expect(html).toMatch(/^<a class="skip" href="#content">/);
    expect(html).toContain('<main id="content"><h1>');
  });

  it("marks the current entry in the sidebar and in a phone's bottom bar", () => {
    const html = shell();
    expect(html.match(/href="\/trip-tickets" aria-current="page"/g)).toHaveLength(2);
    expect(html).not.toContain('href="/jobs" aria-current');
    expect(shell({ here: "/", crumbs: getCrumbs("/") })).not.toContain('href="/trip-tickets" aria-current');
  });

  it("has four entries in a phone's bottom bar", () => {
    const bar = /<nav class="tabs"[^>]*>(.*?)<\/nav>/.exec(shell())?.[1] ?? "";
    expect([...bar.matchAll(/href="([^"]+)"/g)].map((m) => m[1])).toEqual([
      "/",
      "/jobs",
      "/trip-tickets",
      "/more",
    ]);
  });

  it("shows a form to switch companies only to members of several companies, and it needs no script", () => {
    expect(shell()).not.toContain('action="/companies"');
    const html = shell({ companies: [item, other] });
    expect(html).toContain('<form method="post" action="/companies"');
    expect(html).toContain('<option value="1" selected="">Superior Land &amp; Timber</option>');
    expect(html).toContain('<option value="2">Two Hearted Logging</option>');
  });

  it("shows the user's name, and signs out by a POST request", () => {
    expect(shell()).toMatch(/<form method="post" action="\/logout".*Aino Lindqvist.*Sign out/);
  });

  it("renders for a user without a company", () => {
    expect(shell({ company: null, subscription: null })).toContain("Timbertally");
  });

  it("shows no offline message before a script has checked the connection", () => {
    expect(shell()).not.toContain("You are offline");
  });

  it("has no style attribute, because the content security policy forbids them", () => {
    expect(shell({ companies: [item, other] })).not.toContain("style=");
    expect(renderToStaticMarkup(<PublicFrame>Sign in</PublicFrame>)).not.toContain("style=");
  });
});
