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

test("a form carries the id of its page and one more than the version that was read", () => {
  const html = drawn();
  expect(hidden(html)).toEqual(["submission_id=made-with-the-page", "version=5"]);
  expect(html).toContain('class="button primary">Save name</button>');
  expect(html).toContain('<a href="/company/people">Back to people</a>');
  expect(html).not.toContain("notice");
});

test("a form that came back says what is wrong, and keeps its id and the version that it was sent with", () => {
  const error = { "": ["Not now."], name: ["Enter a name"] };
  const reply = { status: "error" as const, error, initialValue: { name: "", version: "3" } };
  const html = drawn({ reply, submission_id: "sent-before" });
  expect(hidden(html)).toEqual(["submission_id=sent-before", "version=3"]);
  expect(html).toContain("Not now.");
  expect(html).toContain('<a href="#name">Enter a name</a>');
});

test("a form that was overtaken shows both values, and saves over what it has shown", () => {
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

test("a form that is recorded nowhere has no id, and one of something new has no version", () => {
  const html = renderToStaticMarkup(<ActionForm button="Send" />);
  expect(hidden(html)).toEqual([]);
});

test("a page that compares by itself says its lines, who saved, and the two ways on", () => {
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

test("a form goes where it is told, is known by its attributes, and may have nothing to send", () => {
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

test("a place that was confirmed stays confirmed while the next question is answered, and no longer", () => {
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
