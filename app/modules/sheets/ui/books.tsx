import { formatCount } from "~/lib/text/text";
import { ActionForm } from "~/ui/action-form";
import { TextField } from "~/ui/field";
import { EmptyState } from "~/ui/parts";
import { getSentTexts } from "~/ui/sent-fields";
import type { FormReply } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import type { getBook, listBooks } from "../shared/sheets.server";

type Books = Awaited<ReturnType<typeof listBooks.run>>;
type Book = Awaited<ReturnType<typeof getBook.run>>;

/** Form to print a new book with a number of sheets. */
export function NewBookForm({ result, submissionId }: { result?: FormReply; submissionId: string }) {
  const errors = result?.reply.error ?? {};
  const before = getSentTexts(result);
  const field = {
    id: "sheets",
    name: "sheets",
    defaultValue: before.sheets ?? "25",
    errors: errors.sheets ?? undefined,
  };
  return (
    <ActionForm
      result={result}
      submissionId={submissionId}
      fields={[field]}
      className="stack narrow card"
      button="Create a book"
    >
      <TextField
        field={field}
        label="Number of sheets"
        hint="From 1 to 200. Their numbers are reserved and never reused."
        short
        required
        attributes={{ inputMode: "numeric", autoComplete: "off" }}
      />
    </ActionForm>
  );
}

export function BookList({ page }: { page: Books }) {
  if (page.books.length === 0)
    return (
      <EmptyState title="No books yet" next={{ href: "#sheets", label: "Choose how many sheets" }}>
        <p className="soft">Numbered paper sheets work where there's no signal.</p>
      </EmptyState>
    );
  return (
    <ul className="stack">
      {page.books.map((book) => (
        <li key={book.id} className="card">
          <a href={paths.sheetBook(page.job.id, book.id)}>
            {formatCount(book.sheets, "sheet")} from #{book.first}
          </a>{" "}
          <span className="soft small">
            {book.company}, {book.created.text} · {book.claimed} claimed, {book.voided} voided,{" "}
            {book.sheets - book.claimed - book.voided} waiting
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Table of a book's sheets with the state of each. */
export function SheetTable({ book }: { book: Book }) {
  return (
    <div className="tablewrap">
      <table className="cards">
        <caption className="sr">Sheets of the book</caption>
        <thead>
          <tr>
            <th scope="col">Ticket</th>
            <th scope="col">Load</th>
            <th scope="col">State</th>
            <th scope="col">Void</th>
          </tr>
        </thead>
        <tbody>
          {book.sheets.map((sheet) => (
            <tr key={sheet.id}>
              <td data-label="Ticket">#{sheet.trip_ticket_number}</td>
              <td data-label="Load">{sheet.load_number}</td>
              <td data-label="State">
                {sheet.trip_ticket_id ? (
                  <a href={paths.ticket(sheet.trip_ticket_id)}>Claimed</a>
                ) : sheet.voided ? (
                  `Voided: ${sheet.voided_reason}`
                ) : (
                  "Waiting"
                )}
              </td>
              <td data-label="Void">
                {!sheet.trip_ticket_id && !sheet.voided && book.may_void ? (
                  <a href={paths.sheetVoiding(sheet.id)}>
                    Void<span className="sr"> sheet {sheet.trip_ticket_number}</span>
                  </a>
                ) : (
                  "—"
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
