import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { count } from "~/domain/text/text";
import { SheetTable } from "~/features/sheets/books";
import { getBook } from "~/features/sheets/sheets.server";
import { Icon } from "~/ui/icon";
import { naming } from "~/ui/naming";
import { ButtonLink, PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Book of sheets · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const input = { job_id: idOf(args.params.jobId), book_id: idOf(args.params.bookId) };
  return { book: await call(getBook, await context(args), input) };
}

export const handle = naming<typeof loader>({
  "/jobs/:jobId/sheets/:bookId": ({ book }) =>
    book.sheets.length
      ? `#${book.sheets[0]?.trip_ticket_number} to #${book.sheets.at(-1)?.trip_ticket_number}`
      : null,
});

export default function Book() {
  const { book } = useLoaderData<typeof loader>();
  const waiting = book.sheets.filter((sheet) => !sheet.trip_ticket_id && !sheet.voided).length;
  return (
    <>
      <PageHead
        title={`Book of ${count(book.sheets.length, "sheet")}`}
        lede={<a href={paths.sheetBooks(book.job.id)}>Blank sheets</a>}
        actions={
          waiting ? (
            <ButtonLink href={paths.sheetBookPrint(book.job.id, book.id)} tone="primary">
              <Icon name="print" /> Print {count(waiting, "sheet")}
            </ButtonLink>
          ) : null
        }
      />
      <SheetTable book={book} />
    </>
  );
}
