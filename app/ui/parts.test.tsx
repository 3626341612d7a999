import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { getStatusLabel, STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { DialogLink, isPlainClick } from "./dialog";
import { Avatar, DetailBox, Facts } from "./parts";
import { Status } from "./status";

describe("a list of facts", () => {
  it.each([null, undefined, ""])("shows a dash for an unknown value (%j)", (value) => {
    expect(renderToStaticMarkup(<Facts facts={[{ term: "Truck", value }]} />)).toContain(
      "<dt>Truck</dt><dd>—</dd>",
    );
  });

  it("shows zero as 0", () => {
    expect(renderToStaticMarkup(<Facts facts={[{ term: "Loads", value: 0 }]} />)).toContain("<dd>0</dd>");
  });
});

it("the Edit link of a box names the box for screen readers", () => {
  const html = renderToStaticMarkup(
    <DetailBox title="Trucker" edit={{ href: "/trip-tickets/1/edit-trucker" }}>
      —
    </DetailBox>,
  );
  expect(html).toContain('Edit<span class="sr"> Trucker</span>');
  expect(renderToStaticMarkup(<DetailBox title="Trucker">—</DetailBox>)).not.toContain("Edit");
});

describe("a ticket's status", () => {
  const all = Object.values(STATUS).map((id) => renderToStaticMarkup(<Status id={id} />));

  it("shows the status's name", () => {
    Object.values(STATUS).forEach((id, i) => {
      expect(all[i]).toContain(getStatusLabel(id));
    });
  });

  it("has a unique shape, so that users can identify it without color", () => {
    const shapes = all.map((html) => /<svg[^>]*>.*<\/svg>/.exec(html)?.[0]);
    expect(new Set(shapes).size).toBe(shapes.length);
  });
});

it("an avatar shows a company's logo, or the default icon if it has none", () => {
  const of = (src: string | null) => renderToStaticMarkup(<Avatar name="Superior Land" src={src} square />);
  expect(of(null)).toContain("<svg");
  expect(of(null)).not.toContain("SL");
  expect(of("/logo.webp")).toContain('src="/logo.webp"');
});

it("an avatar shows at most two initials", () => {
  expect(renderToStaticMarkup(<Avatar name="Superior Land & Timber" />)).toContain(">SL<");
  expect(renderToStaticMarkup(<Avatar name="" />)).toContain("></span>");
});

describe("a link that opens a confirmation dialog", () => {
  it("is a plain link in the server's HTML", () => {
    const html = renderToStaticMarkup(
      <DialogLink href="/trip-tickets/1/deletion" title="Delete ticket 1042" question={<form />}>
        Delete
      </DialogLink>,
    );
    expect(html).toBe('<a class="button" href="/trip-tickets/1/deletion">Delete</a> ');
  });

  const click = {
    button: 0,
    metaKey: false,
    ctrlKey: false,
    shiftKey: false,
    altKey: false,
    defaultPrevented: false,
  };
  it.each([
    [{}, true],
    [{ button: 1 }, false],
    [{ ctrlKey: true }, false],
    [{ metaKey: true }, false],
    [{ shiftKey: true }, false],
    [{ altKey: true }, false],
    [{ defaultPrevented: true }, false],
  ])("whether a click with %j opens the dialog: %s", (more, here) => {
    expect(isPlainClick({ ...click, ...more })).toBe(here);
  });
});
