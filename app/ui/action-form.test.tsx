import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { FormReply } from "~/web/form-action.server";
import { ActionForm } from "./action-form";

const drawn = (result?: FormReply, more: { version?: number; submissionId?: string } = {}) =>
  renderToStaticMarkup(
    <ActionForm
      result={result}
      submissionId="made-with-the-page"
      version={4}
      fields={[{ id: "name", errors: result?.reply.error?.name ?? undefined }]}
      conflict={{
        fields: [{ name: "name", label: "Crew name" }],
        href: "/company/crews/2",
        what: "the crew",
      }}
      button="Save name"
      back={{ href: "/company/people", label: "Back to people" }}
      {...more}
    >
      <input name="name" />
    </ActionForm>,
  );
const hidden = (html: string) =>
  [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
    ([, name, value]) => `${name}=${value}`,
  );

test("a form contains its submission id, and the version that was read plus one", () => {
  const html = drawn();
  expect(hidden(html)).toEqual(["submission_id=made-with-the-page", "version=5"]);
  expect(html).toContain('class="button primary">Save name</button>');
  expect(html).toContain('<a href="/company/people">Back to people</a>');
  expect(html).not.toContain("notice");
});

test("a returned form shows its errors, and keeps its id and the submitted version", () => {
  const error = { "": ["Not now."], name: ["Enter a name"] };
  const reply = { status: "error" as const, error, initialValue: { name: "", version: "3" } };
  const html = drawn({ reply, submission_id: "sent-before" });
  expect(hidden(html)).toEqual(["submission_id=sent-before", "version=3"]);
  expect(html).toContain("Not now.");
  expect(html).toContain('<a href="#name">Enter a name</a>');
});

test("a form with a conflict shows both values, and the next submission overwrites the displayed ones", () => {
  const reply = { status: "error" as const, initialValue: { name: "Night haul", version: "5" } };
  const html = drawn({
    reply,
    conflict: { name: "Day haul", version: 7 },
    saved_by: { who: "Ray Oshkosh", when: "today" },
  });
  expect(hidden(html)).toContain("version=8");
  expect(html).toContain("Ray Oshkosh saved a change while you were editing");
  for (const text of ["Night haul", "Day haul", "Save my version", "Keep the saved version"])
    expect(html).toContain(text);
  expect(html).not.toContain("Save name");
});

test("a form that isn't recorded has no submission id, and a form for a new item has no version", () => {
  const html = renderToStaticMarkup(<ActionForm button="Send" />);
  expect(hidden(html)).toEqual([]);
});

test("a page with its own comparison shows its rows, who saved, and both choices", () => {
  const reply = { status: "error" as const, initialValue: { version: "5" } };
  const result = { reply, conflict: { version: 7 }, saved_by: { who: "Somebody", when: "once" } };
  const html = renderToStaticMarkup(
    <ActionForm
      result={result}
      version={4}
      conflict={{
        rows: [{ name: "areas", label: "Areas", typed: "Mine here", saved: "Changed" }],
        by: { who: "Ray Oshkosh", when: "today" },
        href: "/jobs/1/map/edit",
        what: "the job",
        mine: "Keep mine",
        theirs: "Keep theirs",
      }}
      button="Save"
      back={{ href: "/jobs/1/map", label: "Back to the map" }}
    />,
  );
  for (const text of [
    "Mine here",
    "Ray Oshkosh saved",
    "Keep mine</button>",
    'class="button">Keep theirs</a>',
  ])
    expect(html).toContain(text);
  expect(html).not.toContain("Somebody");
});

test("a form uses its target and attributes, and may have no submit button", () => {
  const html = renderToStaticMarkup(
    <ActionForm
      action="/login"
      id="team"
      className="row"
      data-keep-unsent=""
      aria-label="Sign in"
      head={<h2>Come in</h2>}
      saving
      button={null}
    />,
  );
  for (const text of [
    'id="team"',
    'action="/login"',
    'class="row"',
    'data-keep-unsent=""',
    'aria-label="Sign in"',
  ])
    expect(html).toContain(text);
  expect(html).toContain("><h2>Come in</h2>");
  expect(html).toContain("data-syncing");
  expect(html).not.toContain("<button");
  expect(renderToStaticMarkup(<ActionForm button="Add" plain />)).toContain('class="button">Add</button>');
});

test("a confirmation is kept while the next question is asked, and dropped after another error", () => {
  const back = (error: Record<string, string[]>) =>
    renderToStaticMarkup(
      <ActionForm
        asksAnyway
        button="Save"
        result={{ reply: { status: "error", error, initialValue: { save_anyway: "on" } } }}
      />,
    );
  const field = '<input type="hidden" name="save_anyway" value="on"/>';
  expect(back({ moves: ["3 loads would be paid anew."] })).toContain(field);
  expect(back({ name: ["Enter a name"] })).not.toContain(field);
});
