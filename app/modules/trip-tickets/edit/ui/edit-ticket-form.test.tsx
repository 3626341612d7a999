import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { FormReply } from "~/web/form-action.server";
import { EditTicketForm } from "./edit-ticket-form";

const field = (name: string, label: string, value: string) => ({
  name,
  label,
  kind: "text" as const,
  guard: "note" as const,
  value,
  choices: null,
});

/**
 * Render the form as returned after a conflict: the page first showed "A1" and "10", and another user has since saved
 * "B2" and "12".
 */
function renderConflict(typed: Record<string, string>) {
  const page = {
    id: 7,
    version: 5,
    now: "2026-11-22T12:00:00.000Z",
    last_change: null,
    fields: [field("scale_ticket_number", "Scale ticket number", "B2"), field("note", "Note", "12")],
  };
  const result = {
    reply: { status: "error", initialValue: { ...typed, version: "5" }, error: {} },
    conflict: { version: 5 },
    shown_values: JSON.stringify({ scale_ticket_number: "A1", note: "10" }),
  } as unknown as FormReply;
  return renderToStaticMarkup(
    <EditTicketForm page={page as never} result={result} submissionId="abcdefgh" />,
  );
}

test("a conflict lists only typed values, and an unchanged field gets the saved value", () => {
  const html = renderConflict({ scale_ticket_number: "A1", note: "11" });
  expect(html.match(/<th scope="row">[^<]*/g)).toEqual(['<th scope="row">Note']);
  expect(html).toMatch(
    /<input[^>]*value="B2"[^>]*name="scale_ticket_number"|name="scale_ticket_number"[^>]*value="B2"/,
  );
  expect(html).toMatch(/value="11"/);
});

test("a conflict about fields that the user left unchanged has no rows", () => {
  const html = renderConflict({ scale_ticket_number: "A1", note: "10" });
  expect(html).toContain("What you typed is the same as what is saved now.");
  expect(html).toMatch(/value="12"/);
});
